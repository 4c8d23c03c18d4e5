import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readFields } from '#shared/form-fields.ts'
import type { SameWords } from '#shared/languages.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField, ErrorSummary, TextAreaField, TextField } from '#web/ui/field.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import {
  type ApplicationField,
  applicationFields,
  applicationJudge,
  isNeeded,
  refusedIn,
  sampleFields,
  type TypedApplication,
  writtenJudge,
} from '../../application-form.rules.ts'
import { MAX_STORY_LENGTH, splitSpecialties } from '../../producers.rules.ts'
import { PictureField } from '../../web/picture-field.tsx'
import { Specialties } from '../../web/specialties.tsx'
import { applicationFormEn } from './application.words.en.ts'
import { keepDraft, loadDraft } from './application-draft.ts'

export interface FormUse {
  words: SameWords<typeof applicationFormEn>
  /** Headings of the four parts. */
  titles: readonly [string, string, string, string]
  labels: { name: string; story: string }
  hints: { story: string; profileImageUrl: string }
  submit: string
  busy: string
  note: string
  /** The sentence before the reason, when it fails. */
  failed: string
  /** True: what is typed stays in this tab over a reload. */
  isDraftKept: boolean
  /** False for a sample of the demo. */
  hasContact: boolean
  /** True: the shop writes, and what it does not know yet stays empty. */
  isByShop?: boolean
}

export const applying: FormUse = {
  words: applicationFormEn,
  titles: ['You and your workshop', 'Your work', 'Photos', 'How we reach you'],
  labels: { name: 'Your name or the name of your group', story: 'Your story' },
  hints: {
    story: 'How did you start? Who works with you? What should a buyer know?',
    profileImageUrl: 'The web address of a photo of you or your group.',
  },
  submit: 'Send application',
  busy: 'Sending application',
  note: 'Your name, place, story and photos are shown on your page once we approve you. Email and mobile number are never shown.',
  failed: 'Submission failed. Please try again.',
  isDraftKept: true,
  hasContact: true,
}

interface ApplicationFormProps {
  start: TypedApplication
  use: FormUse
  onDone?: (done: Sent) => void
}

export interface Sent {
  sentTo?: string
}

type PictureName = 'profileImageUrl' | 'coverImageUrl'

/** Four short parts; also works without JavaScript. */
export function ApplicationForm({ start, use, onDone }: ApplicationFormProps) {
  const { words, titles, labels, hints, failed, isDraftKept, hasContact, isByShop = false } = use
  const uploading = useRef(new Set<PictureName>())
  const {
    attributes,
    form,
    typed,
    field: asked,
    settle,
    summary,
    message,
    busy,
    retyped,
  } = useForm<ApplicationField, Sent>({
    fields: hasContact ? applicationFields : sampleFields,
    start,
    judge: isByShop ? writtenJudge(words.problems) : applicationJudge(words.problems),
    hasSummary: true,
    errorTitle: words.error,
    reword: (refused) =>
      refusedIn(failed)({ ...refused, ...(refused.code === 'OFFLINE' ? { message: words.offline } : {}) }),
    besides: () => Object.fromEntries([...uploading.current].map((name) => [name, words.waitForPhoto])),
    ...(onDone ? { onDone } : {}),
  })
  const field = (name: ApplicationField) =>
    isByShop && !isNeeded(name) ? { ...asked(name), required: false, optional: true } : asked(name)
  const [specialties, setSpecialties] = useState(retyped?.specialties ?? start.specialties)
  const [links, setLinks] = useState<Record<PictureName, string>>({ profileImageUrl: '', coverImageUrl: '' })

  // Fills fields not changed since the reload from the browser's draft.
  useEffect(() => {
    for (const [name, value] of Object.entries(retyped || !isDraftKept ? {} : loadDraft())) {
      const control = form.current?.elements.namedItem(name)
      const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
      if (isText && control.value === control.defaultValue) control.value = value
    }
    const values = readFields(applicationFields, new FormData(form.current ?? undefined))
    setSpecialties(values.specialties)
    setLinks({ profileImageUrl: values.profileImageUrl.trim(), coverImageUrl: values.coverImageUrl.trim() })
  }, [form, retyped, isDraftKept])

  const keep = () => isDraftKept && keepDraft(typed())

  const picture = (name: PictureName) => {
    const text = field(name)
    const show = (link: string) => setLinks((before) => ({ ...before, [name]: link }))
    return {
      ...text,
      settled: links[name],
      onBlur: () => {
        text.onBlur()
        show(typed()[name].trim())
      },
      onChange: () => {
        text.onChange()
        show('')
      },
      onFilled: (link: string) => {
        const control = form.current?.elements.namedItem(name)
        if (control instanceof HTMLInputElement) control.value = link
        show(link)
        settle(name, undefined)
        keep()
      },
      onUploading: (running: boolean) => {
        if (running) uploading.current.add(name)
        else uploading.current.delete(name)
      },
    }
  }

  return (
    <div className="min-w-0">
      <ErrorSummary {...summary} heading={words.toFix} />
      <form {...attributes} onInput={keep} className="grid gap-8">
        <Part title={titles[0]}>
          <TextField {...field('name')} label={labels.name} autoComplete="organization" className="col-span-full" />
          <TextField {...field('location')} label={words.location} autoComplete="address-level2" className={half} />
          <TextField {...field('country')} label={words.country} autoComplete="country-name" className={half} />
          <TextField
            {...field('yearsInBusiness')}
            label={words.yearsInBusiness}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            className="col-span-1 sm:col-span-2"
          />
        </Part>
        <Stitch tone="ash" />
        <Part title={titles[1]}>
          <div className="col-span-full grid gap-2">
            <TextField
              {...field('specialties')}
              label={words.specialties}
              hint={words.specialtiesHint}
              autoComplete="off"
              maxLength={2000}
              onInput={(event) => setSpecialties(event.currentTarget.value)}
            />
            <Specialties label={words.specialtiesShown} list={splitSpecialties(specialties)} />
          </div>
          <TextAreaField
            {...field('story')}
            label={labels.story}
            hint={hints.story}
            rows={6}
            maxLength={MAX_STORY_LENGTH}
            className="col-span-full"
          />
        </Part>
        <Stitch tone="ash" />
        <Part title={titles[2]}>
          <PictureField
            {...picture('profileImageUrl')}
            label={words.profilePhoto}
            hint={hints.profileImageUrl}
            what={words.ofProfile}
            words={words.photo}
          />
          <PictureField
            {...picture('coverImageUrl')}
            label={words.coverPhoto}
            hint={words.coverHint}
            what={words.ofCover}
            words={words.photo}
          />
        </Part>
        {hasContact && (
          <>
            <Stitch tone="ash" />
            <Part title={titles[3]}>
              <EmailField {...field('email')} label={words.email} className="col-span-full" />
              <TextField
                {...field('mobileNumber')}
                label={words.mobile}
                hint={words.mobileHint}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                maxLength={40}
                className="col-span-full sm:col-span-4"
              />
            </Part>
          </>
        )}
        <div className="grid justify-items-start gap-3">
          <Refusal message={message} className="w-full" />
          <Button type="submit" busy={busy} busyLabel={use.busy} className="max-sm:w-full sm:min-w-56">
            {use.submit}
          </Button>
          <p className="text-ink-mute text-sm leading-hint">{use.note}</p>
        </div>
      </form>
    </div>
  )
}

const half = 'col-span-full sm:col-span-3'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-4 font-display font-medium text-2xl tracking-display">{title}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-6">{children}</div>
    </fieldset>
  )
}
