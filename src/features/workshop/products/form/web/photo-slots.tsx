import { type ChangeEvent, type Ref, useRef } from 'react'
import { MOST_PHOTOS } from '#features/changes/changes.states.ts'
import { PHOTO_ACCEPT } from '#web/files/photo-kinds.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { usePieceWords } from '../../web/use-piece-words.ts'
import { Question } from './question.tsx'
import type { Slot } from './slot.ts'
import type { PiecePhotos } from './use-piece-photos.ts'

interface PhotoSlotsProps {
  photos: PiecePhotos
  error?: string | undefined
  /** The field that sends files before the scripts came. */
  plain: Ref<HTMLInputElement>
}

/** Photos first, two a row; each goes, arrives, fails and is tried again by itself. */
export function PhotoSlots({ photos, error, plain }: PhotoSlotsProps) {
  const say = usePieceWords()
  const hydrated = useHydrated()
  const { slots, said, hasTooMany } = photos
  return (
    <Question name="pictures" title={say.photosFirst} text={say.photosText} error={error} isGroup>
      {() => (
        <>
          {slots.length > 0 && (
            <ul className="grid grid-cols-2 gap-3">
              {slots.map((slot, at) => (
                <PhotoSlot key={slot.id} slot={slot} place={at + 1} photos={photos} />
              ))}
            </ul>
          )}
          <p role="status" className="sr-only">
            {said}
          </p>
          {hasTooMany && <p className="font-semibold text-madder-700 text-sm">{say.onlyFour}</p>}
          {hydrated ? (
            <Choose isFirst={slots.length === 0} isFull={slots.length >= MOST_PHOTOS} onChosen={photos.add} />
          ) : (
            <label className="grid gap-1 text-sm">
              <span className="font-semibold">{say.choosePhotos}</span>
              <span className="text-ink-soft">{say.choosePhotosText}</span>
              <input ref={plain} type="file" name="picture" accept={PHOTO_ACCEPT} multiple className="min-h-12 py-2" />
            </label>
          )}
        </>
      )}
    </Question>
  )
}

function PhotoSlot({ slot, place, photos }: { slot: Slot; place: number; photos: PiecePhotos }) {
  const say = usePieceWords()
  const { id, state, percent, preview, picture, why, canTryAgain } = slot
  const isGoing = state === 'waits' || state === 'small' || state === 'going'
  return (
    <li
      aria-label={say.photoOf(place)}
      className={`relative grid aspect-square content-end overflow-hidden border-2 ${state === 'failed' ? 'border-madder-700' : 'border-line'} bg-kora-deep`}
    >
      {preview && !picture ? (
        <img
          src={preview}
          alt=""
          width={400}
          height={400}
          className={`absolute inset-0 size-full object-cover ${state === 'done' ? '' : 'opacity-60'}`}
        />
      ) : (
        <Thumbnail picture={picture} sizes="(min-width: 1088px) 220px, 44vw" className="absolute inset-0 size-full" />
      )}
      <button
        type="button"
        aria-label={say.remove(place)}
        onClick={() => photos.remove(id)}
        className="absolute top-1 right-1 grid size-12 place-items-center rounded-full bg-white hover:bg-kora"
      >
        <Icon name="close" size="sm" />
      </button>
      {state === 'done' && place === 1 && (
        <span className="relative inline-flex items-center gap-1 justify-self-start bg-white px-2 py-1 font-semibold text-neem-700 text-sm">
          <Icon name="check" size="sm" />
          <span>{say.firstPhoto}</span>
        </span>
      )}
      {isGoing && (
        <span className="relative grid gap-1 bg-white px-2 py-2 font-semibold text-sm">
          <span className="flex justify-between gap-2">
            <span>{state === 'going' ? say.going : state === 'small' ? say.small : say.waitsForTurn}</span>
            {state === 'going' && <span className="figures">{percent}%</span>}
          </span>
          {state === 'going' && (
            <Progress
              aria-label={`${say.photoOf(place)}: ${say.going}`}
              value={percent}
              max={100}
              className="h-2 w-full"
            />
          )}
        </span>
      )}
      {state === 'failed' && (
        <span className="relative grid gap-1 bg-white p-2 text-sm">
          <span role="alert" className="flex items-center gap-1.5 font-semibold text-madder-700">
            <Icon name="warn" size="sm" />
            <span>{why ?? say.didNotArrive}</span>
          </span>
          {canTryAgain && (
            <Button variant="line" size="card" block onClick={() => photos.tryAgain(id)}>
              {say.tryAgain}
              <span className="sr-only"> {say.photoOf(place)}</span>
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

/** The camera of a phone, or photos that are there. While there is none the camera is the first choice. */
function Choose({
  isFirst,
  isFull,
  onChosen,
}: {
  isFirst: boolean
  isFull: boolean
  onChosen: (files: readonly File[]) => void
}) {
  const say = usePieceWords()
  const camera = useRef<HTMLInputElement>(null)
  const phone = useRef<HTMLInputElement>(null)
  function take({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const files = [...(input.files ?? [])]
    // So that the same file can be chosen again.
    input.value = ''
    onChosen(files)
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        onChange={take}
        data-from="camera"
      />
      <input ref={phone} type="file" hidden accept={PHOTO_ACCEPT} multiple onChange={take} data-from="phone" />
      <Button
        variant={isFirst ? 'primary' : 'line'}
        className="px-2!"
        disabled={isFull}
        onClick={() => camera.current?.click()}
      >
        <Camera />
        {say.camera}
      </Button>
      <Button variant="line" className="px-2!" disabled={isFull} onClick={() => phone.current?.click()}>
        <PageIcon name="upload" size="sm" />
        {say.fromPhone}
      </Button>
    </div>
  )
}

const Camera = () => (
  <svg viewBox="0 0 24 24" width={18} height={18} aria-hidden="true" className="icon size-4.5">
    <path d="M3 8h4l1.5-2.5h7L17 8h4v11.5H3z" />
    <circle cx="12" cy="13.3" r="3.6" />
  </svg>
)
