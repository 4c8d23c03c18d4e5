import { Link, useLocation } from 'react-router'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { proofFields, proofProblem } from '../code-form.rules.ts'
import { withoutStep } from '../login-step.ts'
import { CodeField, RecoveryField } from './seller-code-field.tsx'

/** The second half of a login: the password was right. */
export function CodeLogin() {
  const { pathname, search } = useLocation()
  const form = useForm({ intent: 'code', fields: proofFields, judge: proofProblem('code') })
  const next = form.retyped?.next ?? withoutStep(pathname + search)
  return (
    <form {...form.attributes} action="/seller?step=code" className="grid gap-4.5">
      <HiddenFields values={{ intent: 'code', next }} />
      <Refusal message={form.message} />
      <CodeField {...form.field('code')} required={false} />
      <RecoveryField {...form.field('recovery')} />
      <Button type="submit" block busy={form.busy} busyLabel="Logging in">
        Log in
      </Button>
      <p className="text-sm">
        <Link to={withoutStep(pathname + search)} className="link inline-flex min-h-11 items-center">
          Begin again with your password
        </Link>
      </p>
    </form>
  )
}
