import { useRef } from 'react'
import { toast } from 'react-hot-toast'
import { AppError } from '#shared/app-error.ts'
import { messageOf } from '#web/call.ts'
import { errorToastOf } from '../forms/form-answer.ts'

/** One error toast at a time; `forget` removes it when the form's next answer comes. */
export function useErrorToast() {
  const shown = useRef<string>(undefined)
  const forget = () => {
    if (shown.current) toast.remove(shown.current)
    shown.current = undefined
  }
  const show = (text: string) => {
    forget()
    if (text) shown.current = toast.error(text)
    return text
  }
  return {
    show,
    forget,
    showFailure: (error: unknown, shownFields: readonly string[] = []) =>
      show(
        error instanceof AppError
          ? errorToastOf({ ...error, message: error.message, fields: error.fields ?? {} }, shownFields)
          : messageOf(error),
      ),
  }
}
