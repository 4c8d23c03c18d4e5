import { type RefObject, useState } from 'react'
import { type Judge, type Problems, readFields, type Typed } from '#shared/form-fields.ts'
import { useErrorTitle } from './use-error-title.ts'

interface JudgedFields<Field extends string> {
  form: RefObject<HTMLFormElement | null>
  /** In the order of the form. */
  fields: readonly Field[]
  start: Typed<Field>
  /** What the page's action found wrong. */
  found: Problems<Field> | undefined
  judge: Judge<Field>
}

/** A form whose fields are judged when they are left, and cleared as soon as they are right; an untouched one is let be. */
export function useJudgedFields<Field extends string>({ form, fields, start, found, judge }: JudgedFields<Field>) {
  const [problems, setProblems] = useState<Problems<Field>>(found ?? {})
  const [summary, setSummary] = useState<Problems<Field>>(found ?? {})
  /** For the `ErrorSummary`: what was wrong when the form was sent. */
  const listed = fields.flatMap((id) => (summary[id] ? [{ id, message: summary[id] }] : []))
  useErrorTitle(listed.length > 0)

  const typed = () => readFields(fields, new FormData(form.current ?? undefined))
  const settle = (name: Field, problem: string | undefined) => setProblems((before) => ({ ...before, [name]: problem }))
  const field = (name: Field) => ({
    id: name,
    name,
    required: true,
    defaultValue: start[name],
    error: problems[name],
    onBlur: () => {
      const values = typed()
      if (values[name].trim() !== '') settle(name, judge(name, values))
    },
    onChange: () => {
      if (problems[name] && !judge(name, typed())) settle(name, undefined)
    },
  })
  function refuse(wrong: Problems<Field>) {
    setProblems(wrong)
    setSummary({ ...wrong })
  }
  return { typed, field, settle, refuse, listed }
}
