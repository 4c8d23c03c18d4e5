import { useState } from 'react'
import { ProductZoom } from '#features/catalog/product/web/product-zoom.tsx'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { Picture } from '#web/ui/picture.tsx'

interface PhotosProps {
  name: string
  pictures: readonly ProductPicture[]
  /** Those that are not new. */
  had?: readonly ProductPicture[]
}

/** Pictures of one side, the first one large; each opens over the window. */
export function Photos({ name, pictures, had }: PhotosProps) {
  const [open, setOpen] = useState(false)
  const [current, setCurrent] = useState(0)
  if (pictures.length === 0) return <p className="text-ink-mute text-sm">No photo</p>
  const isNew = ({ key }: ProductPicture) => had !== undefined && !had.some((picture) => picture.key === key)
  return (
    <>
      <ul className="grid max-w-96 grid-cols-3 gap-2">
        {pictures.map((picture, at) => {
          const tag = [...(at === 0 ? ['First'] : []), ...(isNew(picture) ? ['new'] : [])].join(', ')
          return (
            <li key={picture.key} className={`flex ${at === 0 ? 'col-span-2 row-span-2' : ''}`}>
              <button
                type="button"
                data-photo
                onClick={() => {
                  setCurrent(at)
                  setOpen(true)
                }}
                className="relative grid aspect-square w-full"
              >
                <Picture picture={picture} alt="" lazy sizes="(min-width: 1088px) 15rem, 60vw" className="size-full" />
                <span className="sr-only">{`Photo ${at + 1} of ${pictures.length}, open large${tag ? '. ' : ''}`}</span>
                {tag && (
                  <span className="absolute bottom-0 left-0 bg-paper px-2 py-0.5 font-semibold text-xs first-letter:uppercase">
                    {tag}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      <ProductZoom
        open={open}
        onClose={() => setOpen(false)}
        name={name}
        pictures={pictures}
        current={current}
        onShow={setCurrent}
      />
    </>
  )
}
