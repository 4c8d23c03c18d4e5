import { useActionData } from 'react-router'
import { isFormAnswer } from '../forms/form-answer.ts'
import { Refusal } from './notice.tsx'

/** For a form that the browser has sent itself, before JavaScript had loaded. */
export function PostRefused({ className = '' }: { className?: string }) {
  const posted: unknown = useActionData()
  if (!isFormAnswer(posted) || posted.isDone) return null
  return <Refusal message={posted.message} className={`mb-5 ${className}`} />
}
