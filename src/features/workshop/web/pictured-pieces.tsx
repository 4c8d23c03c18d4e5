import { Name } from '#web/ui/name.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import type { WorkshopParcel } from '../parcels/parcels.contract.ts'

type Piece = WorkshopParcel['items'][number]

/** What is to be packed, in pictures, three in a line. */
export const PicturedPieces = ({ items }: { items: readonly Piece[] }) => (
  <ul className="grid grid-cols-3 gap-2 nav:grid-cols-[repeat(auto-fill,7rem)]">
    {items.map(({ picture, quantity, name }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece may be there twice, and none moves
      <li key={at} className="relative">
        {picture ? (
          <Thumbnail picture={picture} sizes="112px" className="aspect-square w-full" />
        ) : (
          <span className="grid aspect-square place-content-center bg-kora p-2 text-center text-sm">
            <Name>{name}</Name>
          </span>
        )}
        <span className="absolute right-0 bottom-0 bg-paper px-2 text-sm">
          {picture && <span className="sr-only">{name} </span>}
          <span>× {quantity}</span>
        </span>
      </li>
    ))}
  </ul>
)
