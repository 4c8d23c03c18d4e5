import { useRef } from 'react'
import { toast } from 'react-hot-toast'
import { AppError } from '#shared/app-error.ts'
import { messageOf } from '#web/call.ts'
import { errorToastOf } from '#web/form-answer.ts'

/** The error toast of one form: there is one at a time, and `forget` takes it away when the form's next answer comes. */
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
    /** Says what a call of the API failed with, unless one of these fields says it, and gives what it has said. */
    showFailure: (error: unknown, shownFields: readonly string[] = []) =>
      show(
        error instanceof AppError
          ? errorToastOf({ ...error, message: error.message, fields: error.fields ?? {} }, shownFields)
          : messageOf(error),
      ),
  }
}
