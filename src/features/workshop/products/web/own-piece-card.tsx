import { useRef } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { formatRupeesShort } from '#shared/money.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Name } from '#web/ui/name.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { Speaker } from '#web/ui/speaker.tsx'
import { useLanguage } from '#web/words.tsx'
import { usePages } from '../../web/use-pages.ts'
import type { OwnPiece } from '../products.contract.ts'
import { OwnStepper } from './own-stepper.tsx'
import { Sentence } from './sentence.tsx'
import { StatePill } from './state-pill.tsx'
import { usePieceWords } from './use-piece-words.ts'

/** Photo, name, own price and state; then what can be done. */
export function OwnPieceCard({ piece }: { piece: OwnPiece }) {
  const say = usePieceWords()
  const pages = usePages()
  const language = useLanguage()
  const block = useRef<HTMLDivElement>(null)
  const { _id, name, category, pictures, makerPrice, state, change, isNew } = piece
  const page = `/workshop/products/${_id}`
  const sentBack = change?.sentBack
  return (
    <article className="relative overflow-hidden rounded-sm border border-line bg-paper">
      <div className="absolute top-3 right-3">
        <Speaker of={block} label={pages.listen} />
      </div>
      <div ref={block}>
        <div className="flex gap-3">
          <Thumbnail picture={pictures[0]} category={category} sizes="104px" className="size-26 flex-none" />
          <div className="grid min-w-0 content-center justify-items-start gap-1 py-2 pr-2">
            <h2 className="wrap-anywhere heading-plain pr-14 text-lg leading-snug">
              <Link to={page} className="hover:underline">
                <Name>{name}</Name>
              </Link>
            </h2>
            <p className="pr-14 text-ink-soft text-sm">
              {makerPrice === null ? say.noPrice : say.yourPrice(formatRupeesShort(makerPrice))}
            </p>
            <StatePill state={state} backOn={piece.backOn} />
          </div>
        </div>
        {sentBack && <Sentence {...sentBack} />}
      </div>
      {sentBack ? (
        <div className="p-3">
          <ButtonLink to={page} variant="line" block>
            {say.mend}
          </ButtonLink>
        </div>
      ) : (
        change && (
          <p className="flex min-h-14 items-center justify-between gap-3 border-line border-t px-4 text-base">
            <span>{say.sentOn(formatDay(new Date(change.askedAt), language))}</span>
            <Link to={page} className="link grid min-h-12 items-center">
              {say.change}
            </Link>
          </p>
        )
      )}
      {!isNew && <OwnStepper piece={piece} />}
    </article>
  )
}
