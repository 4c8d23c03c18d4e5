import { useActionData } from 'react-router'
import { isFormAnswer } from '#web/form-answer.ts'
import { Refusal } from './notice.tsx'

/** Over a page: why its action refused a form that the browser has sent by itself, before JavaScript had loaded. */
export function PostRefused({ className = '' }: { className?: string }) {
  const posted: unknown = useActionData()
  if (!isFormAnswer(posted) || posted.isDone) return null
  return <Refusal message={posted.message} className={`mb-5 ${className}`} />
}
