// The texts of the ads in a new campaign, from what the platform would get. Each platform has its own form.

export interface SearchAd {
  headlines: readonly string[]
  descriptions: readonly string[]
  address: string
}

export interface Creative {
  kind: 'picture' | 'video'
  /** Names the picture or video at the platform. */
  picture: string
  text: string
  headline: string
  address: string
  /** What its button says, in the platform's word. */
  call: string
}

type Fields = Record<string, unknown>
const fields = (value: unknown): Fields => (value !== null && typeof value === 'object' ? (value as Fields) : {})
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The whole address as text, so that an opened preview leads nowhere. The scheme is shown where it does not encrypt. */
function shown_address(link: unknown): string {
  const url = URL.parse(text(link))
  if (!url) return text(link)
  const path = url.pathname === '/' ? '' : url.pathname
  return `${url.protocol === 'https:' ? '' : `${url.protocol}//`}${url.host}${path}${url.search}${url.hash}`
}

/** Undefined: the campaign is none of a search engine. */
export function search_ad_of(input: unknown): SearchAd | undefined {
  const { headlines, descriptions, final_url } = fields(input)
  if (!Array.isArray(headlines)) return undefined
  return {
    headlines: headlines.map(text),
    descriptions: list(descriptions).map(text),
    address: shown_address(final_url),
  }
}

export function creatives_of(input: unknown): Creative[] {
  const { creative, creatives } = fields(input)
  if (creative) {
    const { imageHash, message, headline, link, call_to_action } = fields(creative)
    return [
      {
        kind: 'picture',
        picture: text(imageHash),
        text: text(message),
        headline: text(headline),
        address: shown_address(link),
        call: text(call_to_action),
      },
    ]
  }
  return list(creatives).map((one) => {
    const { video_id, text: said, landing_page_url, call_to_action } = fields(one)
    return {
      kind: 'video',
      picture: text(video_id),
      text: text(said),
      headline: '',
      address: shown_address(landing_page_url),
      call: text(call_to_action),
    }
  })
}
