// Covers of the videos and pictures of ads. The links expire within hours, so each read of the ads reads them again.
import { z } from 'zod'
import { is_refusal } from '#engine/vendors/refusal.ts'
import type { SnapshotSource } from '../ads.ts'
import { batches } from '../records.ts'

// Ids of one request (FileApi, adVideoInfo and fileImageAdInfo; "up to 60" and "up to 100", read 2026-11).
const kinds = {
  video: { path: '/file/video/ad/info/', id: 'video_id', most: 60, url: 'video_cover_url' },
  image: { path: '/file/image/ad/info/', id: 'image_id', most: 100, url: 'image_url' },
} as const

const asset = z.looseObject({ video_cover_url: z.string().nullish(), image_url: z.string().nullish() })
const answer = z.object({ data: z.object({ list: z.array(asset).nullish() }) })

/** Links by id. An asset that was deleted has none. */
export async function covers_of(
  { api, account }: SnapshotSource,
  kind: keyof typeof kinds,
  ids: readonly (string | undefined)[],
): Promise<Map<string, string>> {
  const { path, id, most, url } = kinds[kind]
  const found = new Map<string, string>()
  try {
    for (const some of batches([...new Set(ids.filter((one) => one !== undefined))], most)) {
      const query = { advertiser_id: account.account_id, [`${id}s`]: JSON.stringify(some) }
      const { data } = await api.call({ path, query, schema: answer })
      for (const one of data.list ?? []) if (one[url]) found.set(String(one[id]), one[url])
    }
  } catch (error) {
    // The library of videos and pictures is a permission of its own ("Read Video Library"), and ads are useful without it.
    if (!is_refusal(error, 'denied')) throw error
  }
  return found
}
