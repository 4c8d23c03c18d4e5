import { type KeyboardEvent, useId } from 'react'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { nameLang } from '#shared/name-lang.ts'
import { useSwipe } from '#web/hooks/use-swipe.ts'
import { iconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { pictureAlt } from '../../web/picture-alt.ts'
import { usePictureZoom } from '../../web/use-picture-zoom.ts'
import { PictureThumbs } from './picture-thumbs.tsx'

interface ProductZoomProps {
  open: boolean
  onClose: () => void
  name: string
  pictures: readonly ProductPicture[]
  current: number
  onShow: (index: number) => void
}

const arrow = 'absolute top-1/2 grid size-12 -translate-y-1/2 place-items-center bg-paper hover:bg-kora-deep'

/** Pictures over the whole window, enlarged up to their own pixels. Keys, swipe and thumbnails change the picture, or move an enlarged one. */
export function ProductZoom({ open, onClose, name, pictures, current, onShow }: ProductZoomProps) {
  const titleId = useId()
  const step = (by: number) => onShow((current + by + pictures.length) % pictures.length)
  const swipe = useSwipe(step)
  const shown = pictures[current]
  const zoom = usePictureZoom(storedSize(shown))
  const hasMore = pictures.length > 1

  const onKeyDown = (event: KeyboardEvent) => {
    // Already handled by the thumbnails.
    if (event.defaultPrevented) return
    if (zoom.onKey(event)) return event.preventDefault()
    if (event.key === 'ArrowRight') step(1)
    if (event.key === 'ArrowLeft') step(-1)
  }

  return (
    <Modal open={open} onClose={onClose} labelledBy={titleId} dismissOnScrim={false} className="h-dvh">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys besides the buttons, wherever the focus is in the dialog */}
      <div className="grid h-full grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] bg-kora" onKeyDown={onKeyDown}>
        <div className="flex items-center justify-between gap-1 bg-paper py-2 pr-2 pl-gutter">
          <h2 id={titleId} className="heading-plain mr-auto min-w-0 truncate text-base">
            <span lang={nameLang(name)}>{name}</span>
            {hasMore ? (
              <span aria-live="polite" className="font-normal text-ink-mute text-sm">
                {` ${current + 1} of ${pictures.length}`}
              </span>
            ) : null}
          </h2>
          <button
            type="button"
            aria-label="Zoom out"
            aria-disabled={zoom.isWhole}
            onClick={zoom.shrink}
            className={iconButton}
          >
            <Icon name="minus" size="lg" />
          </button>
          <button
            type="button"
            aria-label="Zoom in"
            aria-disabled={!zoom.canGrow}
            onClick={zoom.grow}
            className={iconButton}
          >
            <Icon name="plus" size="lg" />
          </button>
          <form method="dialog">
            <button type="submit" aria-label="Close" className={iconButton}>
              <Icon name="close" size="lg" />
            </button>
          </form>
        </div>
        <div className="relative min-h-0">
          {shown ? (
            <div
              key={shown.key}
              ref={zoom.ref}
              {...(zoom.isWhole ? swipe : { role: 'group', 'aria-label': 'Enlarged picture', tabIndex: 0 })}
              className={`absolute inset-0 flex touch-pan-x touch-pan-y overflow-auto overscroll-contain -outline-offset-4 ${zoom.isWhole ? 'cursor-zoom-in' : 'cursor-zoom-out'}`}
            >
              <div
                data-picture
                style={zoom.size}
                className={`relative m-auto flex-none ${zoom.isWhole ? 'size-full' : ''}`}
              >
                <WholePicture picture={shown} alt={pictureAlt(pictures, current, name)} />
              </div>
            </div>
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
            className="relative scrollbar-none flex justify-center-safe gap-3 overflow-x-auto bg-paper p-3"
            buttonClassName="w-14"
          />
        ) : null}
      </div>
    </Modal>
  )
}

/** Size of the widest file. */
function storedSize(picture: ProductPicture | undefined) {
  const { width, height, widths } = picture ?? { width: 1, height: 1, widths: [] }
  const widest = widths.at(-1) ?? width
  return { width: widest, height: (widest * height) / width }
}

/** The widest file; until it is here, the thumbnail in its place. */
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
