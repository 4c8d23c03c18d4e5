import { type FactName, fieldOf } from '#features/catalog/facts/facts.fields.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { LeftOver } from '../../../web/left-over.tsx'
import { slugOf, type TypedPiece } from '../../typed-piece.ts'
import { usePieceWords } from '../../web/use-piece-words.ts'
import { otherThan, type PieceDraft } from './piece-draft.ts'
import { useFactWords } from './use-fact-words.ts'

interface PieceLeftOverProps {
  left: PieceDraft
  /** As the piece is now. */
  start: TypedPiece
  pictures: readonly ProductPicture[]
}

/** What was typed of a piece that has changed since. */
export function PieceLeftOver({ left, start, pictures }: PieceLeftOverProps) {
  const say = usePieceWords()
  const words = useFactWords()
  const { texts, facts, hasOtherPhotos } = otherThan({ typed: start, pictures }, left)
  const { name, category, makerPrice, about } = left.typed
  const slug = slugOf(category)
  const said = { name, category: slug ? say.categories[slug] : '', makerPrice, about }
  const labels = { name: say.whatName, category: say.whatKind, makerPrice: say.priceTitle, about: say.aboutTitle }
  const wordsOf = (fact: FactName) =>
    (left.typed.facts[fact] ?? []).map((value) => ('choices' in fieldOf(fact) ? words.choice(value) : value)).join(', ')
  return (
    <LeftOver
      says={say.changedMeanwhile}
      texts={[
        ...texts.map((field) => [labels[field], said[field]] as const),
        ...facts.map((fact) => [say.questions[fact]?.title ?? words.name(fact), wordsOf(fact)] as const),
        ...(hasOtherPhotos ? [[say.choosePhotos, say.chooseAgain] as const] : []),
      ]}
    />
  )
}
