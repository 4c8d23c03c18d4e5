import { type KeyboardEvent, useId } from 'react'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { useSwipe } from '#web/hooks/use-swipe.ts'
import { iconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PictureThumbs } from './picture-thumbs.tsx'

interface ProductZoomProps {
  open: boolean
  onClose: () => void
  name: string
  pictures: readonly ProductPicture[]
  /** Which one is shown, here and on the page. */
  current: number
  onShow: (index: number) => void
}

const arrow = 'absolute top-1/2 grid size-12 -translate-y-1/2 place-items-center bg-paper hover:bg-kora-deep'

/** A product's pictures over the whole window, each whole and at most at its own pixels. Arrow keys, arrows, swipe and thumbnails change it. */
export function ProductZoom({ open, onClose, name, pictures, current, onShow }: ProductZoomProps) {
  const titleId = useId()
  const step = (by: number) => onShow((current + by + pictures.length) % pictures.length)
  const swipe = useSwipe(step)
  const shown = pictures[current]
  const hasMore = pictures.length > 1

  const onKeyDown = (event: KeyboardEvent) => {
    // The thumbnails have moved already.
    if (event.defaultPrevented) return
    if (event.key === 'ArrowRight') step(1)
    if (event.key === 'ArrowLeft') step(-1)
  }

  return (
    <Modal open={open} onClose={onClose} labelledBy={titleId} dismissOnScrim={false} className="h-dvh">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys besides the buttons, wherever the focus is in the dialog */}
      <div className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto] bg-kora" onKeyDown={onKeyDown}>
        <div className="flex items-center justify-between gap-4 bg-paper py-2 pr-2 pl-gutter">
          <h2 id={titleId} className="heading-plain min-w-0 truncate text-base">
            {name}
            {hasMore ? (
              <span aria-live="polite" className="font-normal text-ink-mute text-sm">
                {` ${current + 1} of ${pictures.length}`}
              </span>
            ) : null}
          </h2>
          <form method="dialog">
            <button type="submit" aria-label="Close" className={iconButton}>
              <Icon name="close" size="lg" />
            </button>
          </form>
        </div>
        <div className="relative" {...swipe}>
          {shown ? (
            <WholePicture key={shown.key} picture={shown} alt={hasMore ? `${name}, view ${current + 1}` : name} />
          ) : null}
          {hasMore ? (
            <>
              <button type="button" aria-label="Previous image" className={`${arrow} left-4`} onClick={() => step(-1)}>
                <PageIcon name="chevron-left" />
              </button>
              <button type="button" aria-label="Next image" className={`${arrow} right-4`} onClick={() => step(1)}>
                <Icon name="chevron-right" />
              </button>
            </>
          ) : null}
        </div>
        {hasMore ? (
          <PictureThumbs
            pictures={pictures}
            current={current}
            onShow={onShow}
            className="flex justify-center gap-3 bg-paper p-3"
            buttonClassName="w-14"
          />
        ) : null}
      </div>
    </Modal>
  )
}

/** The widest file there is. Until it has come, the thumbnail's lies in its place, in its size. */
function WholePicture({ picture, alt }: { picture: ProductPicture; alt: string }) {
  const widest = picture.widths.at(-1) ?? picture.width
  const whole = { sizes: `${widest}px`, lazy: false, whole: true, className: 'absolute inset-0' } as const
  return (
    <>
      <Picture {...whole} picture={picture} alt="" maxWidth={320} />
      <Picture {...whole} picture={{ ...picture, widths: [widest] }} alt={alt} />
    </>
  )
}
