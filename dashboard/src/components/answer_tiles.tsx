// The totals of an answer as tiles, without a comparison.
import { type Provenance, trust_of } from '../lib/trust.ts'
import type { DeclaredFigure } from './figure.ts'
import { Tile, Tiles } from './tile.tsx'

export interface AnswerTile extends DeclaredFigure {
  name: string
  value: number | null
}

interface AnswerTilesProps {
  answer: Provenance & { currency: string }
  tiles: readonly AnswerTile[]
}

export const AnswerTiles = ({ answer, tiles }: AnswerTilesProps) => (
  <Tiles>
    {tiles.map(({ name, value, kind, ...declared }) => (
      <Tile
        key={name}
        name={name}
        value={value}
        kind={kind}
        currency={kind === 'money' ? answer.currency : undefined}
        trust={trust_of(value, answer, { ...declared, is_count: kind === 'count' })}
      />
    ))}
  </Tiles>
)
