import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { toast } from 'react-hot-toast'
import { PAGE_WIDTH } from '#features/pictures/picture-widths.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSwipe } from '#web/hooks/use-swipe.ts'
import { said } from '#web/said-here.ts'
import { iconButton } from '#web/ui/button.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { CategoryDrawing, Picture } from '#web/ui/picture.tsx'
import { pictureAlt } from '../../web/picture-alt.ts'
import { PictureThumbs } from './picture-thumbs.tsx'
import type { ProductZoom } from './product-zoom.tsx'

interface ProductGalleryProps {
  name: string
  category: string
  pictures: readonly ProductPicture[]
}

/** One picture is shown, others are buttons. A swipe shows the next, a press the large one. */
export function ProductGallery({ name, category, pictures }: ProductGalleryProps) {
  const [current, setCurrent] = useState(0)
  const show = (index: number) => setCurrent(Math.min(Math.max(index, 0), pictures.length - 1))
  const swipe = useSwipe((step) => show(current + step))
  const shown = pictures[current] ?? pictures[0]
  const hasMore = pictures.length > 1

  return (
    <section
      aria-label="Product images"
      className="relative grid min-w-0 content-start gap-2.5 lg:flex lg:grow-7 lg:basis-0 lg:flex-row-reverse lg:items-start lg:gap-4"
    >
      <div
        className="relative -mx-gutter h-picture swiped overflow-hidden bg-kora-deep md:mx-0 md:aspect-(--aspect-product) md:h-auto lg:min-w-0 lg:flex-1"
        {...swipe}
      >
        {shown ? (
          <>
            <Picture
              key={shown.key}
              picture={shown}
              alt={pictureAlt(pictures, current, name)}
              sizes="(min-width: 1400px) 650px, (min-width: 1088px) 46vw, (min-width: 768px) 47vw, 100vw"
              maxWidth={PAGE_WIDTH}
              category={category}
              priority={current === 0}
              lazy={false}
              className="size-full"
            />
            <OpenLarge name={name} pictures={pictures} current={current} onShow={setCurrent} />
          </>
        ) : (
          <CategoryDrawing category={category} className="size-full" />
        )}
      </div>
      {hasMore ? (
        <PictureThumbs
          pictures={pictures}
          current={current}
          onShow={show}
          className="flex gap-2 max-md:absolute max-md:bottom-1.5 max-md:-left-1.5 max-md:max-w-10/12 max-md:overflow-x-auto max-md:p-1.5 max-md:scrollbar-none md:max-lg:flex-wrap lg:w-21 lg:shrink-0 lg:flex-col"
          buttonClassName="w-13 max-md:border-2 max-md:border-paper md:w-17 lg:w-full"
        />
      ) : null}
    </section>
  )
}

interface OpenLargeProps {
  name: string
  pictures: readonly ProductPicture[]
  current: number
  onShow: (index: number) => void
}

/** Opens the picture large; without JavaScript it is a link to the file. */
function OpenLarge({ name, pictures, current, onShow }: OpenLargeProps) {
  const hydrated = useHydrated()
  const [Zoom, setZoom] = useState<typeof ProductZoom>()
  const [isOpen, setOpen] = useState(false)
  const { key, widths } = pictures[current] ?? { key: '', widths: [] }

  async function open(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    // Not every browser focuses a pressed link, and the dialog returns the focus.
    event.currentTarget.focus()
    const loaded = await import('./product-zoom.tsx').catch(() => undefined)
    if (!loaded) return toast.error(said('OFFLINE'))
    setZoom(() => loaded.ProductZoom)
    setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ') return
    event.preventDefault()
    event.currentTarget.click()
  }

  return (
    <>
      <a
        href={`/media/${key}/${widths.at(-1)}.webp`}
        aria-label="Open the picture large"
        {...(hydrated ? { role: 'button', 'aria-haspopup': 'dialog', onClick: open, onKeyDown } : {})}
        className="absolute inset-0 flex cursor-zoom-in items-end justify-end p-3 -outline-offset-4"
      >
        <span className={`${iconButton} bg-paper`}>
          <PageIcon name="enlarge" />
        </span>
      </a>
      {Zoom ? (
        <Zoom
          open={isOpen}
          onClose={() => setOpen(false)}
          name={name}
          pictures={pictures}
          current={current}
          onShow={onShow}
        />
      ) : null}
    </>
  )
}
