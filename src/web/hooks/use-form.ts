import type { SubmitEvent } from 'react'
import { useActionData } from 'react-router'
import { type Judge, type Problems, pickFields, type Typed } from '#shared/form-fields.ts'
import { type Done, isFormAnswer, type Refused, type Reword } from '../forms/form-answer.ts'
import { useFields } from './use-fields.ts'
import { useHydrated } from './use-hydrated.ts'
import { useSend } from './use-send.ts'

interface FormOf<Field extends string, Facts> {
  /** The form's field `intent`, where the page has several forms. */
  intent?: string
  fields: readonly Field[]
  start?: Partial<Typed<Field>>
  judge: Judge<Field>
  hasSummary?: boolean
  errorTitle?: string
  /** What is wrong besides the typed fields. */
  besides?: () => Problems<Field>
  before?: () => Promise<unknown>
  onDone?: (done: Done<Facts>, form: HTMLFormElement | null, sent: FormData) => void
  onRefused?: (refused: Refused) => void
  reword?: Reword
  stays?: boolean
}

/** Judges fields here, then sends them to the page's action (`useSend`). Spread `attributes` on the form and `field(name)` on its controls. */
export function useForm<Field extends string, Facts = unknown>(of: FormOf<Field, Facts>) {
  const {
    intent = '',
    fields,
    start,
    judge,
    hasSummary = false,
    errorTitle,
    besides,
    before,
    onDone,
    onRefused,
    reword,
    stays,
  } = of
  const hydrated = useHydrated()
  const posted: unknown = useActionData()
  const refusal = isFormAnswer(posted) && !posted.isDone && posted.intent === intent ? posted : undefined
  const shown = useFields({
    fields,
    start: { ...start, ...pickFields(fields, refusal?.typed ?? {}) },
    found: pickFields(fields, refusal?.fields ?? {}),
    judge,
    hasSummary,
    errorTitle,
  })
  const sending = useSend<Facts>({
    intent,
    fields,
    before,
    reword,
    stays,
    onDone: (done, sent) => onDone?.(done, shown.form.current, sent),
    onRefused(refused) {
      shown.refuse(pickFields(fields, refused.fields))
      onRefused?.(refused)
    },
  })

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.busy) return
    sending.forget()
    if (shown.isRight(besides?.())) sending.submit(event)
  }

  const message = sending.refused?.message
  const beside = Object.values(pickFields(fields, sending.refused?.fields ?? {}))
  const isToldBeside = hasSummary ? beside.length > 0 : beside.some((words) => words === message)
  return {
    ...shown,
    ...sending,
    intent,
    attributes: { ref: shown.form, method: 'post', noValidate: hydrated, onSubmit } as const,
    /** Left out when a field says the same. */
    message: isToldBeside ? undefined : message,
    retyped: refusal?.typed,
  }
}
