import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { MAX_EMAIL_LENGTH, MAX_LINE_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/form-fields.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { iconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { PageIcon } from './page-icon.tsx'

interface FieldProps {
  label: ReactNode
  name: string
  /** Why we ask, or how to write it. */
  hint?: ReactNode
  error?: string | undefined
  /** Required is the rule; what may stay empty says so. */
  optional?: boolean
  className?: string
}

const edge =
  'w-full rounded-xs border bg-white leading-snug hover:border-ink focus:border-neel-700 focus:outline-2 focus:-outline-offset-1 focus:outline-neel-700 disabled:border-line disabled:bg-kora disabled:text-ink-mute'
const box = `${edge} min-h-12 px-3.5 py-2`

/** For the few fields outside a form's grid. */
export const inputLook = `${box} border-line-strong`
export const selectLook = `${inputLook} select-arrow pr-10`

function useField<Props extends FieldProps & { id?: string | undefined }>(props: Props) {
  const { label, hint, error, optional, className, id, ...control } = props
  const made = useId()
  const own = id ?? made
  const ids = { own, hint: `${own}-hint`, error: `${own}-error` }
  const described = [hint ? ids.hint : '', error ? ids.error : ''].filter(Boolean).join(' ')
  return {
    frame: { label, hint, error, optional, className, ids },
    tone: error ? 'border-madder-700 inset-ring inset-ring-madder-700' : 'border-line-strong',
    control: {
      ...control,
      id: own,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? true : undefined,
    },
  }
}

type FrameProps = ReturnType<typeof useField>['frame'] & { children: ReactNode }

/** Label, hint, error, field: in this order neither keyboard nor autofill hides what is wrong. */
function Frame({ label, hint, error, optional, className = '', ids, children }: FrameProps) {
  return (
    <div className={`grid content-start gap-1.25 ${className}`}>
      <label htmlFor={ids.own} className="font-semibold text-sm leading-snug">
        {label}
        {optional && <span className="font-normal text-ink-mute"> (optional)</span>}
      </label>
      {hint && (
        <p id={ids.hint} className="text-ink-mute text-sm leading-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.error} className="flex items-start gap-1.5 font-semibold text-madder-700 text-sm leading-snug">
          <Icon name="warn" size="sm" />
          <span>{error}</span>
        </p>
      )}
      {children}
    </div>
  )
}

type TextFieldProps = FieldProps & { prefix?: ReactNode; lead?: ReactNode } & Omit<ComponentProps<'input'>, 'prefix'>

/** `prefix` cannot be typed over: +91, ₹. `lead` stands before the field, such as a preview; null while there is none. */
export function TextField({ prefix, lead, ...field }: TextFieldProps) {
  const { frame, tone, control } = useField({ maxLength: MAX_LINE_LENGTH, ...field })
  const plain = <input {...control} className={`${box} ${tone}`} />
  return (
    <Frame {...frame}>
      {prefix === undefined ? (
        lead === undefined ? (
          plain
        ) : (
          <span className="flex items-center gap-3">
            {lead}
            {plain}
          </span>
        )
      ) : (
        <span className={`flex rounded-xs border bg-white ${tone}`}>
          <span className="grid place-items-center border-line border-r bg-kora px-3.5 text-ink-soft">{prefix}</span>
          <input {...control} className={`${edge} min-h-affix min-w-0 border-0 px-3.5 py-2`} />
        </span>
      )}
    </Frame>
  )
}

export const EmailField = (field: Omit<TextFieldProps, 'label'> & { label?: string }) => (
  <TextField label="Email" type="email" autoComplete="email" maxLength={MAX_EMAIL_LENGTH} {...field} />
)

export function TextAreaField(field: FieldProps & ComponentProps<'textarea'>) {
  const { frame, tone, control } = useField(field)
  return (
    <Frame {...frame}>
      <textarea {...control} className={`${edge} ${tone} min-h-32 resize-y px-3.5 py-3`} />
    </Frame>
  )
}

export function SelectField(field: FieldProps & ComponentProps<'select'>) {
  const { frame, tone, control } = useField(field)
  return (
    <Frame {...frame}>
      <select {...control} className={`${box} ${tone} select-arrow pr-10`} />
    </Frame>
  )
}

const currentPassword = { autoComplete: 'current-password' }
const newPassword = {
  autoComplete: 'new-password',
  hint: `At least ${MIN_PASSWORD_LENGTH} characters.`,
  minLength: MIN_PASSWORD_LENGTH,
}

/** The password can be shown while it is typed. */
export function PasswordField({ isNew, ...field }: FieldProps & ComponentProps<'input'> & { isNew?: boolean }) {
  const { frame, tone, control } = useField({ ...(isNew ? newPassword : currentPassword), ...field })
  const [shown, setShown] = useState(false)
  return (
    <Frame {...frame}>
      <span className="relative block">
        <input {...control} type={shown ? 'text' : 'password'} className={`${box} ${tone} pr-13`} />
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={control.id}
          onClick={() => setShown(!shown)}
          className={`${iconButton} absolute! top-0.5 right-1`}
        >
          <PageIcon name={shown ? 'eye-off' : 'eye'} size="lg" />
        </button>
      </span>
    </Frame>
  )
}

const numberWords = [
  '',
  'One thing',
  'Two things',
  'Three things',
  'Four things',
  'Five things',
  'Six things',
  'Seven things',
  'Eight things',
  'Nine things',
  'Ten things',
]

export const thingsToFix = (count: number) => `${numberWords[count] ?? `${count} things`} to fix`

interface ErrorSummaryProps {
  fields: { id: string; message: string }[]
  /** A new object each time the form is refused. */
  refused: object
  heading?: (count: number) => string
}

/** Takes the focus when a long form is refused; an entry goes as soon as its field is right. */
export function ErrorSummary({ fields, refused, heading = thingsToFix }: ErrorSummaryProps) {
  const summary = useArrival<HTMLDivElement>(refused)
  if (fields.length === 0) return null
  return (
    // Not atomic: of later changes only the new count is read out.
    <div ref={summary} role="alert" aria-atomic={false} tabIndex={-1} className="mb-7 border-2 border-madder-700 p-5">
      <h2 className="heading-plain text-lg">{heading(fields.length)}</h2>
      <ul className="mt-2 list-disc pl-4.5">
        {fields.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} className="font-semibold text-madder-700 underline underline-offset-link">
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
