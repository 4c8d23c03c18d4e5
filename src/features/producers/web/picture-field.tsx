import { type ComponentProps, useState } from 'react'
import { TextField } from '#web/ui/field.tsx'
import { MAX_PICTURE_LINK_LENGTH, pictureLinkProblem, pictureSource } from '../producers.rules.ts'
import { type PhotoWords, UploadButton, useUpload } from './upload-button.tsx'

interface PictureFieldProps extends Omit<ComponentProps<typeof TextField>, 'lead' | 'type'> {
  /** Such as "your profile photo". */
  what: string
  words: PhotoWords
  /** The link when the field was last left, tried and shown. */
  settled: string
  /** An upload has filled the field with this link. */
  onFilled: (link: string) => void
  onUploading: (running: boolean) => void
}

/** A link, tried at once, with an upload as second choice. */
export function PictureField({ what, words, settled, onFilled, onUploading, error, ...field }: PictureFieldProps) {
  const { src: link, srcSet } = pictureLinkProblem(settled) ? { src: '' } : pictureSource(settled)
  const [tried, setTried] = useState<{ link: string; loaded: boolean }>()
  const outcome = tried?.link === link ? tried : undefined
  const upload = useUpload(words, onFilled, onUploading)
  const cannotOpen = outcome?.loaded === false ? words.cannotOpen : undefined
  return (
    <div className="col-span-full grid gap-2">
      <TextField
        {...field}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_PICTURE_LINK_LENGTH}
        error={error ?? upload.failure ?? cannotOpen}
        lead={
          link === '' || outcome?.loaded === false ? null : (
            <img
              key={link}
              src={link}
              srcSet={srcSet}
              sizes="72px"
              alt={words.preview(what)}
              width={72}
              height={72}
              referrerPolicy="no-referrer"
              onLoad={() => setTried({ link, loaded: true })}
              onError={() => setTried({ link, loaded: false })}
              className={`size-18 flex-none bg-kora-deep object-cover ${outcome ? '' : 'hidden'}`}
            />
          )
        }
      />
      <UploadButton what={what} words={words} upload={upload} />
      {/* At the link's field, which lacks the focus. */}
      {upload.failure && (
        <span role="alert" className="sr-only">
          {upload.failure}
        </span>
      )}
    </div>
  )
}
