import { useCallback, useState } from 'react'
import { preload } from 'react-dom'
import { useSettings } from '#web/hooks/use-root.ts'

/** Keys of pictures that somebody uploaded; all others are pictures of the demo. */
const UPLOADED = /^(?:product|producer)-[0-9a-f]+$/
/** A browser without AVIF gets one WebP, of at most this width. */
const FALLBACK_PX = 960

export interface PictureProps {
  /** Files are `/media/{key}/{width}.{avif|webp}`. */
  picture: { key: string; width: number; height: number; widths: readonly number[]; avif: boolean; alt: string }
  sizes: string
  /** The page's largest picture: fetched first. */
  priority?: boolean
  /** Below the fold. */
  lazy?: boolean
  /** '' where the words beside it say the same. */
  alt?: string
  /** Widest file worth fetching here. */
  maxWidth?: number
  /** Of a product: its category's drawing stands in when the picture fails. */
  category?: string | undefined
  /** Not cut to its box, nor larger than its own pixels. */
  whole?: boolean
  /** Of the ground: its box. */
  className?: string
  /** Of the picture in it: position, zoom. */
  imgClassName?: string
}

/** Tells when the picture that has the props `watch` cannot be shown. */
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

/** The picture of what is named beside it; where there is none, its category's drawing or the bare ground. */
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
  /** Slug of the category. */
  category: string
  /** Below the first screen. */
  lazy?: boolean
  className?: string
  imgClassName?: string
}

/** Stands in the place of a product's picture where there is none. Says nothing: the product is named beside it. */
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

/** A picture in several widths on a ground that keeps its place; when it fails, the ground shows a drawing or its name. */
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
        // Others of the first row come with the page, too, but after the one that is large or first.
        fetchPriority={priority ? 'high' : lazy ? undefined : 'low'}
        decoding={priority ? undefined : 'async'}
        className={`size-full ${whole ? 'object-scale-down' : 'object-cover'} ${imgClassName}`}
      />
    </picture>
  )
}
