import { useRef, useState } from 'react'
import { type Judge, type Problems, problemsOf, readFields, type Typed } from '#shared/form-fields.ts'
import { useErrorTitle } from './use-error-title.ts'

interface Fields<Field extends string> {
  fields: readonly Field[]
  start?: Partial<Typed<Field>>
  found?: Problems<Field> | undefined
  judge: Judge<Field>
  /** A long form has an `ErrorSummary` over it, with links to its fields. */
  hasSummary?: boolean
  /** Before the page's title while something is wrong. */
  errorTitle?: string | undefined
}

/** Fields are judged when they are left, and cleared as soon as they are right; untouched ones are not judged. */
export function useFields<Field extends string>(of: Fields<Field>) {
  const { fields, start, found = {}, judge, hasSummary = false, errorTitle } = of
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems<Field>>(found)
  /** What was wrong when the form was sent; a new object each time. */
  const [refused, setRefused] = useState<Problems<Field>>(found)
  const listed = fields.flatMap((id) => {
    const message = refused[id] && problems[id]
    return message ? [{ id, message }] : []
  })
  useErrorTitle(hasSummary && listed.length > 0, errorTitle)

  const typed = () => readFields(fields, new FormData(form.current ?? undefined))
  // The update is a function, since moving the focus to the first wrong field also leaves a field.
  const settle = (name: Field, problem: string | undefined) => setProblems((before) => ({ ...before, [name]: problem }))
  const field = (name: Field) => ({
    ...(hasSummary ? { id: name } : {}),
    name,
    required: true,
    defaultValue: start?.[name],
    error: problems[name],
    onBlur: () => {
      const values = typed()
      if (values[name].trim() !== '') settle(name, judge(name, values))
    },
    onChange: () => {
      if (problems[name] && !judge(name, typed())) settle(name, undefined)
    },
  })
  /** Fills a field in for the person; `change` gets what is typed there. */
  function put(name: Field, change: (typed: string) => string) {
    const control = form.current?.elements.namedItem(name)
    if (control instanceof HTMLInputElement) control.value = change(control.value)
  }
  function refuse(wrong: Problems<Field>) {
    setProblems(wrong)
    setRefused({ ...wrong })
    const first = hasSummary ? undefined : fields.find((name) => wrong[name])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }
  function isRight(besides: Problems<Field> = {}) {
    const wrong = { ...problemsOf(fields, judge, typed()), ...besides }
    refuse(wrong)
    return Object.keys(wrong).length === 0
  }
  return { form, typed, field, put, settle, refuse, isRight, problems, summary: { fields: listed, refused } }
}
