import { Picture, useFailure } from '#web/ui/picture.tsx'
import { initialsOf, pictureSource } from '../producers.rules.ts'
import type { ShownProducer } from './shown-producer.ts'

interface PictureProps {
  producer: ShownProducer
  lazy?: boolean
  className?: string
}

interface GivenPictureProps extends Required<Omit<PictureProps, 'producer'>> {
  link: string
  name: string
  sizes: string
  initials?: string
}

/** A picture from anywhere: no referrer is sent, and initials stand in if it fails. */
function GivenPicture({ link, name, sizes, lazy, initials = 'text-3xl', className }: GivenPictureProps) {
  const { hasFailed, watch } = useFailure()
  const { src, srcSet } = pictureSource(link)
  return (
    <div className={`overflow-hidden bg-kora-deep ${className}`}>
      {hasFailed || link === '' ? (
        <span aria-hidden="true" className={`grid size-full place-items-center font-display text-ink-mute ${initials}`}>
          {initialsOf(name)}
        </span>
      ) : (
        <img
          {...watch}
          src={src}
          {...(srcSet ? { srcSet, sizes } : {})}
          alt=""
          loading={lazy ? 'lazy' : undefined}
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
        />
      )}
    </div>
  )
}

interface CoverProps extends Omit<PictureProps, 'producer'> {
  producer: Pick<ShownProducer, 'name' | 'cover' | 'coverImageUrl'>
  sizes: string
}

/** Decorative: the name is beside it. */
export function Cover({ producer, lazy = false, sizes, className = '' }: CoverProps) {
  const { cover, coverImageUrl, name } = producer
  if (cover) return <Picture picture={cover} alt="" sizes={sizes} lazy={lazy} priority={!lazy} className={className} />
  return <GivenPicture link={coverImageUrl} name={name} sizes={sizes} lazy={lazy} className={className} />
}

interface PortraitProps extends Omit<PictureProps, 'producer'> {
  producer: Pick<ShownProducer, 'name' | 'profileImageUrl'>
  initials?: string
}

export function Portrait({ producer, lazy = false, className = '', ...rest }: PortraitProps) {
  const { name, profileImageUrl } = producer
  return <GivenPicture {...rest} link={profileImageUrl} name={name} sizes="8rem" lazy={lazy} className={className} />
}
