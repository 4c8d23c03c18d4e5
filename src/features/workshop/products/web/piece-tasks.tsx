import { ButtonLink } from '#web/ui/button.tsx'
import { Name } from '#web/ui/name.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { Card } from '../../web/card.tsx'
import type { OwnPiece } from '../products.contract.ts'
import { Sentence } from './sentence.tsx'
import { usePieceWords } from './use-piece-words.ts'

interface Pieces {
  pieces: readonly OwnPiece[]
  total: number
}

const SHOWN = 3

/** What is to be done about own pieces: those that came back, with what the office wrote, and those that run low. */
export function PieceTasks({ sentBack, low, isFirst }: { sentBack: Pieces; low: Pieces; isFirst: boolean }) {
  const say = usePieceWords()
  const [first] = sentBack.pieces
  return (
    <>
      {first && (
        <Card>
          <Figure count={sentBack.total} text={say.sentBackTask(sentBack.total)} />
          {sentBack.pieces.slice(0, SHOWN).map(({ _id, name, change }) => (
            <div key={_id} className="grid gap-1">
              <b>
                <Name>{name}</Name>
              </b>
              {change?.sentBack && <Sentence {...change.sentBack} />}
            </div>
          ))}
          <ButtonLink
            to={sentBack.total === 1 ? `/workshop/products/${first._id}` : '/workshop/products?state=sent+back'}
            variant={isFirst ? 'primary' : 'line'}
            block
          >
            {say.mend}
          </ButtonLink>
        </Card>
      )}
      {low.total > 0 && (
        <Card>
          <Figure count={low.total} text={say.lowTask(low.total)} />
          <ul className="flex gap-2">
            {low.pieces.slice(0, SHOWN).map(({ _id, name, pictures, category }) => (
              <li key={_id} className="flex">
                <Thumbnail picture={pictures[0]} category={category} sizes="104px" className="size-26" />
                <span className="sr-only">
                  <Name>{name}</Name>
                </span>
              </li>
            ))}
          </ul>
          <ButtonLink to="/workshop/products?low=1" variant={isFirst && !first ? 'primary' : 'line'} block>
            {say.seePieces}
          </ButtonLink>
        </Card>
      )}
    </>
  )
}

const Figure = ({ count, text }: { count: number; text: string }) => (
  <h2 className="flex items-baseline gap-3 heading-plain pr-14 text-lg">
    <span className="figures font-display text-4xl text-neel-700">{count}</span> <span>{text}</span>
  </h2>
)
