import { type ReactNode, useEffect, useRef, useState } from 'react'
import { applicationFormEn } from '#features/producers/apply/web/application.words.en.ts'
import { applicationFormHi } from '#features/producers/apply/web/application.words.hi.ts'
import {
  MAX_SPECIALTIES,
  MAX_SPECIALTY_LENGTH,
  MAX_STORY_LENGTH,
  splitSpecialties,
} from '#features/producers/producers.rules.ts'
import { Cover, Portrait } from '#features/producers/web/producer-pictures.tsx'
import { Specialties } from '#features/producers/web/specialties.tsx'
import { UploadButton, useUpload } from '#features/producers/web/upload-button.tsx'
import { pickFields } from '#shared/form-fields.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useWords } from '#web/words.tsx'
import { Card } from '../../web/card.tsx'
import { dropKept, keep, readKeptTexts } from '../../web/kept-drafts.ts'
import { TaskBar } from '../../web/task.tsx'
import type { OwnStory } from '../story.contract.ts'
import { otherThan, type StoryField, storyFields, type TypedStory, typedOf } from '../typed-story.ts'
import { StoryPreview } from './story-preview.tsx'
import { useStoryWords } from './use-story-words.ts'

const STORY = 'story'
const photoWords = { en: applicationFormEn.photo, hi: applicationFormHi.photo }

interface StoryFormProps {
  story: OwnStory
  person: string
  /** Of the page that the form was made from. */
  version: number
  onSending: () => void
  /** It is sent: the form is made from this version now. */
  onSaved: (version: number) => void
  /** The shop refused it, since the page says something else by now. */
  onOvertaken: (typed: TypedStory) => void
  /** What was kept on this phone was typed from another page. */
  onLeft: (typed: TypedStory) => void
}

/** Typed, kept on the phone from the first letter, seen as shoppers will see it, and sent. */
export function StoryForm({ story, person, version, ...tell }: StoryFormProps) {
  const say = useStoryWords()
  const hydrated = useHydrated()
  const start = typedOf(story.page)
  const [typed, setTyped] = useState(start)
  /** `typed` between two renderings: an upload ends long after the one in which it was begun. */
  const latest = useRef(start)
  const [isKept, setKept] = useState(false)
  const [isPreview, setPreview] = useState(false)
  const [uploading, setUploading] = useState(0)
  const form = useForm<StoryField, { version: number }>({
    intent: 'send',
    fields: storyFields,
    start,
    judge: (field, { name, location }) => {
      if (field === 'name' && name.trim() === '') return say.nameMissing
      return field === 'location' && location.trim() === '' ? say.locationMissing : undefined
    },
    before: async () => tell.onSending(),
    onDone: (done, _, sent) => {
      // Somebody may have typed on while it was on its way.
      if (storyFields.some((field) => sent.get(field) !== latest.current[field]))
        keep(person, STORY, { ...latest.current, version: String(done.version) })
      else {
        dropKept(person, STORY)
        setKept(false)
        setPreview(false)
      }
      tell.onSaved(done.version)
    },
    // The code is written out, which keeps the contract out of the browser.
    onRefused: ({ code }) => code === 'STORY_CHANGED' && tell.onOvertaken(latest.current),
  })

  function take(change: Partial<TypedStory>) {
    latest.current = { ...latest.current, ...change }
    setTyped(latest.current)
    setKept(keep(person, STORY, { ...latest.current, version: String(version) }))
  }
  /** The links of photos are not typed: their fields show them once they are drawn. */
  function onTyped() {
    const { profileImageUrl: _face, coverImageUrl: _cover, ...texts } = form.typed()
    take(texts)
  }

  /** A draft that was typed from another page is dropped, and shown beside the form. */
  function readDraft() {
    const kept = readKeptTexts(person, STORY)
    if (!kept || kept.version === String(version)) return kept
    dropKept(person, STORY)
    const left = { ...start, ...pickFields(storyFields, kept) }
    if (otherThan(story.page, left).length > 0) tell.onLeft(left)
    return undefined
  }

  // What was kept on this phone is known in the browser alone; what was typed before the scripts came counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there
  useEffect(() => {
    const kept = readDraft()
    const now = form.typed()
    const isTyped = storyFields.some((field) => now[field] !== start[field])
    if (!kept && !isTyped) return
    for (const field of storyFields) {
      const element = form.form.current?.elements.namedItem(field)
      const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      if (isText && kept?.[field] !== undefined && now[field] === start[field]) {
        element.value = kept[field]
        now[field] = kept[field]
      }
    }
    take(now)
  }, [])

  const photo = (field: 'coverImageUrl' | 'profileImageUrl') => ({
    onFilled: (link: string) => take({ [field]: link }),
    onUploading: (running: boolean) => setUploading((count) => count + (running ? 1 : -1)),
  })
  const specialties = splitSpecialties(typed.specialties)
  return (
    <form {...form.attributes} onInput={onTyped} className="grid gap-4">
      <HiddenFields values={{ intent: 'send', version: String(version) }} />
      <Refusal message={form.message} />
      {isPreview && <StoryPreview typed={typed} story={story} />}
      <div hidden={isPreview} className="grid gap-4">
        <Panel className="grid gap-2 overflow-hidden">
          <Cover producer={typed} sizes="100vw" lazy className="aspect-2/1" />
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 px-4 pb-4">
            <Portrait producer={typed} lazy className="row-span-2 -mt-10 size-22 rounded-full border-4 border-white" />
            <PhotoUpload what={say.cover} {...photo('coverImageUrl')}>
              <input type="hidden" name="coverImageUrl" value={typed.coverImageUrl} />
            </PhotoUpload>
            <PhotoUpload what={say.face} {...photo('profileImageUrl')}>
              <input type="hidden" name="profileImageUrl" value={typed.profileImageUrl} />
            </PhotoUpload>
          </div>
        </Panel>
        <Card>
          <TextField {...form.field('name')} label={say.name} autoComplete="off" />
        </Card>
        <Card>
          <TextField {...form.field('location')} label={say.location} autoComplete="off" />
        </Card>
        <Card>
          <TextAreaField
            {...form.field('story')}
            required={false}
            label={say.story}
            hint={say.storyHint}
            rows={8}
            maxLength={MAX_STORY_LENGTH}
          />
        </Card>
        <Card>
          <TextField
            {...form.field('specialties')}
            required={false}
            label={say.specialties}
            hint={say.specialtiesHint}
            maxLength={MAX_SPECIALTIES * MAX_SPECIALTY_LENGTH}
            autoComplete="off"
          />
          {specialties.length > 0 && (
            <div className="grid gap-1">
              <p className="text-ink-soft text-sm">{say.specialtiesShown}</p>
              <Specialties label={say.specialtiesShown} list={specialties} />
            </div>
          )}
        </Card>
      </div>
      <TaskBar className="nav:sticky nav:bottom-0 nav:z-5 nav:border-line nav:border-t nav:bg-paper nav:p-3">
        <p role="status" className="font-semibold text-neem-700 text-sm empty:hidden">
          {isKept && say.kept}
        </p>
        <div className="flex gap-3 *:flex-1">
          {hydrated && (
            <Button variant="line" onClick={() => setPreview(!isPreview)}>
              {isPreview ? <span>{say.change}</span> : <span>{say.see}</span>}
            </Button>
          )}
          <Button type="submit" busy={form.busy || uploading > 0} busyLabel={say.sending}>
            {story.isTrusted ? say.showNow : say.send}
          </Button>
        </div>
      </TaskBar>
    </form>
  )
}

interface PhotoUploadProps {
  what: string
  onFilled: (link: string) => void
  onUploading: (running: boolean) => void
  children: ReactNode
}

function PhotoUpload({ what, onFilled, onUploading, children }: PhotoUploadProps) {
  const say = useStoryWords()
  const words = { ...useWords(photoWords), upload: say.changePhoto }
  const upload = useUpload(words, onFilled, onUploading)
  return (
    <div className="grid gap-1">
      {children}
      <p className="font-semibold text-sm">{what}</p>
      <UploadButton what={what} words={words} upload={upload} />
      <div role="alert" className="text-madder-700 text-sm empty:hidden">
        {upload.failure}
      </div>
    </div>
  )
}
