// Pictures of answers, which clients that can draw show beside them.
import type { LabelName } from '#messages/message.ts'

/** The forms in which clients with pictures can draw an answer. */
export const pictures = ['tiles', 'lines', 'waterfall'] as const
export type PictureKind = (typeof pictures)[number]

/** A picture of an answer. The page of its kind knows no figures of the product. It gets their names and units from here. */
export interface Picture {
  kind: PictureKind
  /** The answer's fields that the page names. */
  labels: readonly LabelName[]
  /** Tiles: the figures with a tile, in the order of the page. */
  units?: Record<string, 'money' | 'count' | 'ratio'>
  /** Figures whose increase is not good: 0 is neutral, -1 is bad. Default 1: good. */
  good_when_up?: Record<string, 0 | -1>
  /** Lines: the metrics and sources with which query_data returns the figures by day. */
  daily?: {
    /** The metric of each figure under `kpis` that has a line. */
    kpis: Record<string, string>
    /** The source of each channel, by platform. */
    sources: Record<string, string>
    /** The metric of each figure of a channel, within its source. */
    metrics: Record<string, string>
  }
}
