import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Name } from '#web/ui/name.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { Card } from '../../web/card.tsx'
import { askInWorkshop, workshopMeta } from '../../web/workshop-page.ts'
import { getOwnPiece } from '../products.contract.ts'
import { pieceTitle } from './piece-title.ts'
import { StatePill } from './state-pill.tsx'
import { usePieceWords } from './use-piece-words.ts'

export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

export const meta: MetaFunction = ({ matches, location }) =>
  workshopMeta(
    matches,
    pieceTitle(matches, ({ sent }) => sent),
    location.pathname,
  )

export const loader = ({ params: { id = '' }, context }: LoaderFunctionArgs) =>
  askInWorkshop(context, async (api) => (await api(getOwnPiece, { params: { id } })).piece)

/** After a piece was sent. */
export default function SentPiecePage() {
  const piece = useLoaderData<typeof loader>()
  const say = usePieceWords()
  const heading = useArrival<HTMLHeadingElement>()
  if (!piece) return null
  const [picture] = piece.pictures
  return (
    <Card aria-labelledby="sent">
      <Thumbnail
        picture={picture}
        category={piece.category}
        sizes="(min-width: 768px) 400px, 92vw"
        className="aspect-4/3 w-full max-w-96"
      />
      <p className="flex flex-wrap items-center gap-3">
        <StatePill state={piece.state} />
        <b>
          <Name>{piece.name}</Name>
        </b>
      </p>
      <h1 id="sent" ref={heading} tabIndex={-1} className="text-3xl">
        {say.sent}
      </h1>
      <p>{say.sentText}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/workshop/products/new">{say.another}</ButtonLink>
        <ButtonLink to="/workshop/products" variant="quiet">
          {say.seePieces}
        </ButtonLink>
      </div>
    </Card>
  )
}
