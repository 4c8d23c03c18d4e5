import { type DragEvent, useEffect, useRef, useState } from 'react'
import { MAX_PICTURE_TEXT } from '#features/catalog/catalog.picture-texts.ts'
import { PHOTO_ACCEPT } from '#web/files/photo-kinds.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { inputLook } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { MAX_PICTURES } from '../../product-pictures.rules.ts'
import type { ChosenPicture, ProductPictures } from './use-product-pictures.ts'

const tool =
  'grid size-10 place-items-center rounded-xs hover:bg-kora disabled:cursor-not-allowed disabled:text-ash disabled:hover:bg-transparent pointer-coarse:size-11'

/** Choose, drop or paste pictures; order them by dragging or arrows. `disabled`: none can be added. */
export function PictureSlots({ chosen, disabled }: { chosen: ProductPictures; disabled: boolean }) {
  const { pictures, waiting, missed, said, add, tryAgain, remove, move, describe } = chosen
  const [dragged, setDragged] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const hydrated = useHydrated()
  const list = useRef<HTMLOListElement>(null)
  const focusNext = useRef<{ id: string; tool: 'left' | 'right' }>(undefined)

  // The focus goes along with the moved picture.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useEffect(() => {
    const wanted = focusNext.current
    focusNext.current = undefined
    if (!wanted) return
    const slot = list.current?.querySelector(`[data-picture="${wanted.id}"]`)
    const buttons = [...(slot?.querySelectorAll('button') ?? [])]
    const [left, , right] = buttons
    const button = wanted.tool === 'left' ? left : right
    const reachable = button?.disabled ? (wanted.tool === 'left' ? right : left) : button
    reachable?.focus()
  }, [pictures])

  // Pictures can be pasted anywhere; text as usual.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      if (!disabled) add(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  })

  const bringsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const left = MAX_PICTURES - pictures.length - waiting
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped here; the field below is the other way
    <div
      onDragOver={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        if (!bringsFiles(event)) return
        event.preventDefault()
        if (!disabled) add([...event.dataTransfer.files])
      }}
    >
      <ol
        ref={list}
        aria-label="Product images, in order"
        className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4 md:grid-cols-4"
      >
        {pictures.map((picture, at) => (
          <Slot
            key={picture.id}
            picture={picture}
            at={at}
            count={pictures.length}
            isDragged={dragged === picture.id}
            onDragStart={() => setDragged(picture.id)}
            onDragEnd={() => setDragged(undefined)}
            onDragEnter={() => dragged && dragged !== picture.id && move(dragged, at)}
            onMove={(step) => {
              focusNext.current = { id: picture.id, tool: step < 0 ? 'left' : 'right' }
              move(picture.id, at + step)
            }}
            onRemove={() => remove(picture.id)}
            onDescribe={(text) => describe(picture.id, text)}
          />
        ))}
        {Array.from({ length: waiting }, (_, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            key={at}
            className="grid min-h-32 place-content-center justify-items-center gap-2 border border-line bg-kora p-4 text-center text-ink-soft text-sm"
          >
            {at === 0 ? (
              <>
                <Spinner />
                Making it small
              </>
            ) : (
              'Next'
            )}
          </li>
        ))}
        {left > 0 && (
          <li className="grid">
            <label
              className={`grid min-h-32 cursor-pointer place-content-center justify-items-center gap-1.5 border-2 border-dashed p-4 text-center text-ink-soft text-sm leading-snug hover:border-neel-700 hover:text-neel-700 has-focus-visible:outline-2 has-focus-visible:outline-neel-700 has-focus-visible:outline-offset-2 ${isOver ? 'border-neel-700 bg-neel-50' : 'border-line-strong bg-kora'}`}
            >
              <PageIcon name="upload" />
              <span>
                <b className="text-neel-700 underline underline-offset-link">Choose a file</b>
                <br />
                or drop it here
              </span>
              <input
                type="file"
                accept={PHOTO_ACCEPT}
                multiple
                disabled={!hydrated || disabled}
                className="sr-only"
                onChange={(event) => {
                  add([...(event.currentTarget.files ?? [])])
                  // So that the same file can be chosen again.
                  event.currentTarget.value = ''
                }}
              />
            </label>
          </li>
        )}
      </ol>
      <p className="mt-3 text-ink-mute text-sm leading-hint">
        {`${pictures.length} of ${MAX_PICTURES} images.${pictures.length > 1 ? ' Drag to reorder, or use the arrows.' : ''}${pictures.length === 0 ? ' You can paste one, too.' : ''}`}
      </p>
      <p role="status" className="sr-only">
        {waiting > 0 ? 'Making images small.' : said}
      </p>
      <div role="alert" className="mt-1 grid gap-1 font-semibold text-madder-700 text-sm empty:hidden">
        {missed.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
          <p key={at} className="wrap-anywhere">
            {one.text}{' '}
            {one.file && (
              <button type="button" disabled={disabled} onClick={() => tryAgain(one)} className="link min-h-11">
                Try again<span className="sr-only"> with {one.file.name}</span>
              </button>
            )}
          </p>
        ))}
      </div>
    </div>
  )
}

interface SlotProps {
  picture: ChosenPicture
  at: number
  count: number
  isDragged: boolean
  onDragStart: () => void
  onDragEnd: () => void
  onDragEnter: () => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
  onDescribe: (text: string) => void
}

function Slot({ picture, at, count, isDragged, onDragStart, onDragEnd, onDragEnter, ...on }: SlotProps) {
  const { onMove, onRemove, onDescribe } = on
  return (
    <li
      data-picture={picture.id}
      onDragEnter={onDragEnter}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      className={`border bg-white ${isDragged ? 'z-2 -translate-y-1.5 -rotate-1 border-neel-700 shadow-pop' : picture.isMissing ? 'border-madder-700' : 'border-line'}`}
    >
      {/* Not the whole slot: text in its field is selected by dragging. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows below are the other way */}
      <div
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', '') // without data some browsers drag nothing
          onDragStart()
        }}
        onDragEnd={onDragEnd}
        className={`relative aspect-(--aspect-product) overflow-hidden bg-kora-deep ${isDragged ? 'cursor-grabbing' : 'cursor-grab'}`}
      >
        <img src={picture.preview} alt={`${at + 1} of ${count}`} draggable={false} className="size-full object-cover" />
        {at === 0 && (
          <span className="absolute top-2 left-2 bg-ink px-2 py-0.5 font-semibold text-white text-xs">Cover</span>
        )}
      </div>
      {picture.isMissing && <p className="px-2 pt-2 font-semibold text-madder-700 text-sm">Did not arrive</p>}
      <div className="flex justify-between">
        <button
          type="button"
          disabled={at === 0}
          onClick={() => onMove(-1)}
          aria-label={`Move image ${at + 1} earlier`}
          className={tool}
        >
          <PageIcon name="chevron-left" size="sm" />
        </button>
        <button type="button" onClick={onRemove} aria-label={`Remove image ${at + 1}`} className={tool}>
          <PageIcon name="trash" size="sm" />
        </button>
        <button
          type="button"
          disabled={at === count - 1}
          onClick={() => onMove(1)}
          aria-label={`Move image ${at + 1} later`}
          className={tool}
        >
          <Icon name="chevron-right" size="sm" />
        </button>
      </div>
      <input
        type="text"
        aria-label={`What image ${at + 1} shows`}
        placeholder="What it shows"
        value={picture.text}
        maxLength={MAX_PICTURE_TEXT}
        autoComplete="off"
        onChange={(event) => onDescribe(event.currentTarget.value)}
        className={`${inputLook} border-x-0 border-b-0`}
      />
    </li>
  )
}
