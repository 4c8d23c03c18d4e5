import { useCallback, useState } from 'react'
import { preload } from 'react-dom'
import { useSettings } from '#web/hooks/use-root.ts'

/** All other keys are pictures of the demo. */
const UPLOADED = /^(?:product|producer)-[0-9a-f]+$/
/** A browser without AVIF gets one WebP, of at most this width. */
const FALLBACK_PX = 960

export interface PictureProps {
  /** Files are `/media/{key}/{width}.{avif|webp}`. */
  picture: { key: string; width: number; height: number; widths: readonly number[]; avif: boolean; alt: string }
  sizes: string
  /** The page's largest picture: fetched first. */
  priority?: boolean
  lazy?: boolean
  /** '' where the words beside it say the same. */
  alt?: string
  maxWidth?: number
  /** Of a product: its category's drawing stands in when the picture fails. */
  category?: string | undefined
  /** Not cut to its box, nor larger than its own pixels. */
  whole?: boolean
  className?: string
  /** `className` is for the ground, this for the picture in it. */
  imgClassName?: string
}

export function useFailure() {
  const [hasFailed, setFailed] = useState(false)
  const onError = () => setFailed(true)
  // It may have failed before React attached its handlers.
  const ref = useCallback((img: HTMLImageElement | null) => {
    if (img?.complete && img.naturalWidth === 0) setFailed(true)
  }, [])
  return { hasFailed, watch: { ref, onError } }
}

type ThumbnailProps = Omit<PictureProps, 'picture' | 'alt'> & { picture: PictureProps['picture'] | undefined }

/** Without a picture: its category's drawing, or the bare ground. */
export const Thumbnail = ({
  picture,
  category,
  lazy = false,
  className = '',
  imgClassName = '',
  ...rest
}: ThumbnailProps) =>
  picture ? (
    <Picture {...rest} {...{ picture, category, lazy, className, imgClassName }} alt="" />
  ) : category === undefined ? (
    <span className={`bg-kora-deep ${className}`} />
  ) : (
    <CategoryDrawing category={category} lazy={lazy} className={className} imgClassName={imgClassName} />
  )

interface CategoryDrawingProps {
  category: string
  lazy?: boolean
  className?: string
  imgClassName?: string
}

/** Says nothing: the product is named beside it. */
export const CategoryDrawing = ({
  category,
  lazy = false,
  className = '',
  imgClassName = '',
}: CategoryDrawingProps) => (
  <span className={`block overflow-hidden bg-kora-deep ${className}`}>
    <img
      src={`/pictures/categories/${category}.svg`}
      alt=""
      width={240}
      height={240}
      loading={lazy ? 'lazy' : undefined}
      className={`size-full object-contain ${imgClassName}`}
    />
  </span>
)

/** The ground keeps its place; when the picture fails, it shows a drawing or a name. */
export function Picture({
  picture,
  sizes,
  priority = false,
  lazy = false,
  alt,
  maxWidth,
  category,
  whole = false,
  className = '',
  imgClassName = '',
}: PictureProps) {
  const { hasFailed, watch } = useFailure()
  const { hasDemoAvif } = useSettings()
  const avif = picture.avif && (hasDemoAvif || UPLOADED.test(picture.key))
  const fitting = picture.widths.filter((width) => maxWidth === undefined || width <= maxWidth)
  const widths = fitting.length > 0 ? fitting : picture.widths.slice(0, 1)
  const srcSet = (type: 'avif' | 'webp') =>
    widths.map((width) => `/media/${picture.key}/${width}.${type} ${width}w`).join(', ')
  const src = `/media/${picture.key}/${widths.findLast((width) => width <= FALLBACK_PX) ?? widths[0]}.webp`

  if (priority) {
    const type = avif ? 'avif' : 'webp'
    preload(src, {
      as: 'image',
      imageSrcSet: srcSet(type),
      imageSizes: sizes,
      type: `image/${type}`,
      fetchPriority: 'high',
    })
  }
  if (hasFailed && category !== undefined)
    return <CategoryDrawing category={category} lazy={lazy} className={className} imgClassName={imgClassName} />
  if (hasFailed) {
    return (
      <span aria-hidden={alt === '' || undefined} className={`block overflow-hidden bg-kora-deep ${className}`}>
        <span className="grid size-full place-items-center p-4 text-center text-ink-mute text-sm">
          {alt || picture.alt}
        </span>
      </span>
    )
  }
  return (
    <picture className={`block overflow-hidden ${whole ? '' : 'bg-kora-deep'} ${className}`}>
      {avif && <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />}
      <img
        {...watch}
        src={src}
        {...(avif ? {} : { srcSet: srcSet('webp'), sizes })}
        width={picture.width}
        height={picture.height}
        alt={alt ?? picture.alt}
        loading={lazy ? 'lazy' : undefined}
        fetchPriority={priority ? 'high' : lazy ? undefined : 'low'}
        decoding={priority ? undefined : 'async'}
        className={`size-full ${whole ? 'object-scale-down' : 'object-cover'} ${imgClassName}`}
      />
    </picture>
  )
}
