import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { AppError } from '#shared/app-error.ts'
import type { WireBody } from '#shared/endpoint.ts'
import { readFields } from '#shared/form-fields.ts'
import { call } from '#web/call.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useJudgedFields } from '#web/hooks/use-judged-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, TextAreaField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import {
  type ApplicationProblems,
  applicationFieldProblem,
  applicationFields,
  applicationProblems,
  problemsOfFields,
  type TypedApplication,
} from '../application-form.rules.ts'
import type { submitApplication } from '../producers.contract.ts'
import { MAX_STORY_LENGTH, splitSpecialties } from '../producers.rules.ts'
import { keepDraft, loadDraft } from './application-draft.ts'
import { PictureField } from './picture-field.tsx'
import { Specialties } from './specialties.tsx'

export interface ApplicationAnswer {
  message: string
  fields: ApplicationProblems
  typed: TypedApplication
}

/** Who reads the form, and what is done with it. */
export interface FormUse {
  /** Over the four parts. */
  titles: readonly [string, string, string, string]
  labels: { name: string; story: string }
  hints: { story: string; profileImageUrl: string }
  submit: string
  busy: string
  note: string
  /** What is said when it fails, before the reason. */
  failed: string
  /** Does what is typed stay in this tab over a reload? */
  isDraftKept: boolean
  send: (body: WireBody<typeof submitApplication>) => Promise<{ message: string }>
}

/** Sent by somebody who applies. */
export const applying: FormUse = {
  titles: ['You and your workshop', 'Your work', 'Photos', 'How we reach you'],
  labels: { name: 'Your name or the name of your group', story: 'Your story' },
  hints: {
    story: 'How did you start? Who works with you? What should a buyer know?',
    profileImageUrl: 'The web address of a photo of you or your group.',
  },
  submit: 'Send application',
  busy: 'Sending application',
  note: 'Your name, place, story and photos stand on your page once we approve you. Email and mobile number are never shown.',
  failed: 'Submission failed. Please try again.',
  isDraftKept: true,
  send: (body) => call<typeof submitApplication>('POST /api/producer/submit', { body }),
}

interface ApplicationFormProps {
  start: TypedApplication
  /** What the page's action found wrong. */
  answer: ApplicationAnswer | undefined
  use: FormUse
  onSent: (typed: TypedApplication, message: string) => void
}

type PictureName = 'profileImageUrl' | 'coverImageUrl'

/** What a producer tells of themselves, in four short parts. A form of its own before JavaScript. */
export function ApplicationForm({ start, answer, use, onSent }: ApplicationFormProps) {
  const { titles, labels, hints, failed, isDraftKept } = use
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const { typed, field, settle, refuse, listed } = useJudgedFields({
    form,
    fields: applicationFields,
    start,
    found: answer?.fields,
    judge: applicationFieldProblem,
  })
  const [message, setMessage] = useState(answer?.message)
  const [busy, setBusy] = useState(false)
  const [specialties, setSpecialties] = useState(start.specialties)
  const [links, setLinks] = useState<Record<PictureName, string>>({ profileImageUrl: '', coverImageUrl: '' })
  const uploading = useRef(new Set<PictureName>())

  // What was typed before a reload is the browser's; it fills what nobody has changed since.
  useEffect(() => {
    for (const [name, value] of Object.entries(answer || !isDraftKept ? {} : loadDraft())) {
      const control = form.current?.elements.namedItem(name)
      const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
      if (isText && control.value === control.defaultValue) control.value = value
    }
    const values = readApplication(new FormData(form.current ?? undefined))
    setSpecialties(values.specialties)
    setLinks({ profileImageUrl: values.profileImageUrl.trim(), coverImageUrl: values.coverImageUrl.trim() })
  }, [answer, isDraftKept])

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

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const values = typed()
    const found = applicationProblems(values)
    for (const name of uploading.current) found[name] = 'Wait until your photo is uploaded'
    setMessage(undefined)
    refuse(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const { message } = await use.send({
        ...values,
        specialties: splitSpecialties(values.specialties),
        yearsInBusiness: Number(values.yearsInBusiness),
      })
      if (!message) throw new Error(failed)
      toast.success(message)
      onSent(values, message)
    } catch (error) {
      toast.error(failed)
      setMessage(sentenceOf(error, failed))
      if (error instanceof AppError) refuse(problemsOfFields(error.fields))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="min-w-0">
      <ErrorSummary fields={listed} />
      <form ref={form} method="post" noValidate={hydrated} onInput={keep} onSubmit={onSubmit} className="grid gap-8">
        <Part title={titles[0]}>
          <TextField
            {...field('name')}
            label={labels.name}
            autoComplete="organization"
            maxLength={200}
            className="col-span-full"
          />
          <TextField
            {...field('location')}
            label="Location (town or village)"
            autoComplete="address-level2"
            maxLength={200}
            className={half}
          />
          <TextField
            {...field('country')}
            label="Country"
            autoComplete="country-name"
            maxLength={200}
            className={half}
          />
          <TextField
            {...field('yearsInBusiness')}
            label="Years in business"
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
              label="Specialties"
              hint="Separate each with a comma."
              autoComplete="off"
              maxLength={2000}
              onInput={(event) => setSpecialties(event.currentTarget.value)}
            />
            <Specialties label="Specialties as they will appear" list={splitSpecialties(specialties)} />
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
            label="Profile photo link"
            hint={hints.profileImageUrl}
            what="your profile photo"
          />
          <PictureField
            {...picture('coverImageUrl')}
            label="Cover photo link"
            hint="A wide photo of your workshop, field or work."
            what="your cover photo"
          />
        </Part>
        <Stitch tone="ash" />
        <Part title={titles[3]}>
          <TextField
            {...field('email')}
            label="Email"
            type="email"
            autoComplete="email"
            maxLength={254}
            className="col-span-full"
          />
          <TextField
            {...field('mobileNumber')}
            label="Mobile number"
            hint="With the country code, like +91 98640 55210."
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={40}
            className="col-span-full sm:col-span-4"
          />
        </Part>
        <div className="grid justify-items-start gap-3">
          {message && listed.length === 0 && (
            <Notice tone="bad" role="alert" className="w-full">
              {message}
            </Notice>
          )}
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

/** What went wrong, with the server's own words where it has some. */
function sentenceOf(error: unknown, failed: string) {
  if (!(error instanceof AppError) || error.message === failed) return failed
  return `${failed} ${error.message}.`.replace(/\.\.$/, '.')
}

/** What a sent form holds; a missing field is empty. */
export const readApplication = (form: FormData): TypedApplication => readFields(applicationFields, form)
