import type { SubmitEvent } from 'react'
import { useActionData } from 'react-router'
import { type Judge, type Problems, pickFields, type Typed } from '#shared/form-fields.ts'
import { type Done, isFormAnswer, type Reword } from '#web/form-answer.ts'
import { useFields } from './use-fields.ts'
import { useHydrated } from './use-hydrated.ts'
import { useSend } from './use-send.ts'

interface FormOf<Field extends string, Facts> {
  /** The form's field `intent`, where the page has several forms; the page's action is told of it. */
  intent?: string
  /** In the order of the form. */
  fields: readonly Field[]
  /** What they hold at first. */
  start?: Partial<Typed<Field>>
  judge: Judge<Field>
  /** A long form has an `ErrorSummary` over it, with links to its fields. */
  hasSummary?: boolean
  /** What is wrong besides what is typed. */
  besides?: () => Problems<Field>
  /** What must be over before anything is sent. */
  before?: () => Promise<unknown>
  onDone?: (done: Done<Facts>, form: HTMLFormElement | null, sent: FormData) => void
  /** Words of its own when the page's action was not reached. */
  reword?: Reword
  /** As `useSend` takes it. */
  stays?: boolean
}

/**
 * A form with fields: judged here, then sent to its page's action (`useSend`), whose refusal stands beside the fields. Spread `attributes` on
 * the form and `field(name)` on its controls.
 */
export function useForm<Field extends string, Facts = unknown>(of: FormOf<Field, Facts>) {
  const { intent = '', fields, start, judge, hasSummary = false, besides, before, onDone, reword, stays } = of
  const hydrated = useHydrated()
  const posted: unknown = useActionData()
  const refusal = isFormAnswer(posted) && !posted.isDone && posted.intent === intent ? posted : undefined
  const shown = useFields({
    fields,
    start: { ...start, ...pickFields(fields, refusal?.typed ?? {}) },
    found: pickFields(fields, refusal?.fields ?? {}),
    judge,
    hasSummary,
  })
  const sending = useSend<Facts>({
    intent,
    fields,
    before,
    reword,
    stays,
    onDone: (done, sent) => onDone?.(done, shown.form.current, sent),
    onRefused: (refused) => shown.refuse(pickFields(fields, refused.fields)),
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
    /** Why it was refused, unless a field says so already. */
    message: isToldBeside ? undefined : message,
    /** What was typed into a form that the browser has sent itself. */
    retyped: refusal?.typed,
  }
}
