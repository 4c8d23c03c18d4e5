import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { AppError } from '#shared/app-error.ts'
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

const FAILED = 'Submission failed. Please try again.'

export interface ApplicationAnswer {
  message: string
  fields: ApplicationProblems
  typed: TypedApplication
}

interface ApplicationFormProps {
  start: TypedApplication
  /** What the page's action found wrong. */
  answer: ApplicationAnswer | undefined
  onSent: (email: string) => void
}

type PictureName = 'profileImageUrl' | 'coverImageUrl'

/** The application in four short parts. What is typed stays in this tab over a reload. A form of its own before JavaScript. */
export function ApplicationForm({ start, answer, onSent }: ApplicationFormProps) {
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
    for (const [name, value] of Object.entries(answer ? {} : loadDraft())) {
      const control = form.current?.elements.namedItem(name)
      const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
      if (isText && control.value === control.defaultValue) control.value = value
    }
    const values = readApplication(new FormData(form.current ?? undefined))
    setSpecialties(values.specialties)
    setLinks({ profileImageUrl: values.profileImageUrl.trim(), coverImageUrl: values.coverImageUrl.trim() })
  }, [answer])

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
        keepDraft(typed())
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
      const { message } = await call<typeof submitApplication>('POST /api/producer/submit', {
        body: {
          ...values,
          specialties: splitSpecialties(values.specialties),
          yearsInBusiness: Number(values.yearsInBusiness),
        },
      })
      if (!message) throw new Error(FAILED)
      toast.success('Application submitted successfully!')
      onSent(values.email.trim())
    } catch (error) {
      toast.error(FAILED)
      setMessage(sentenceOf(error))
      if (error instanceof AppError) refuse(problemsOfFields(error.fields))
      setBusy(false)
    }
  }

  return (
    <div className="min-w-0">
      <ErrorSummary fields={listed} />
      <form
        ref={form}
        method="post"
        noValidate={hydrated}
        onInput={() => keepDraft(typed())}
        onSubmit={onSubmit}
        className="grid gap-8"
      >
        <Part title="You and your workshop">
          <TextField
            {...field('name')}
            label="Your name or the name of your group"
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
        <Part title="Your work">
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
            label="Your story"
            hint="How did you start? Who works with you? What should a buyer know?"
            rows={6}
            maxLength={MAX_STORY_LENGTH}
            className="col-span-full"
          />
        </Part>
        <Stitch tone="ash" />
        <Part title="Photos">
          <PictureField
            {...picture('profileImageUrl')}
            label="Profile photo link"
            hint="The web address of a photo of you or your group."
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
        <Part title="How we reach you">
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
          <Button type="submit" busy={busy} busyLabel="Sending application" className="max-sm:w-full sm:min-w-56">
            Send application
          </Button>
          <p className="text-ink-mute text-sm leading-hint">
            Your name, place, story and photos stand on your page once we approve you. Email and mobile number are never
            shown.
          </p>
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
function sentenceOf(error: unknown) {
  if (!(error instanceof AppError) || error.message === FAILED) return FAILED
  return `${FAILED} ${error.message}.`.replace(/\.\.$/, '.')
}

/** What a sent form holds; a missing field is empty. */
export const readApplication = (form: FormData): TypedApplication => readFields(applicationFields, form)
