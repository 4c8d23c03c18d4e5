import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { useWords } from '#web/words.tsx'
import { Card } from '../../web/card.tsx'
import { askInWorkshop, titleIn, workshopMeta } from '../../web/workshop-page.ts'
import { getOwnLogin, setOwnLogin } from '../own-login.contract.ts'
import { ownLoginEn } from './own-login.words.en.ts'
import { ownLoginHi } from './own-login.words.hi.ts'

export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

const page = '/workshop/login'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    titleIn(matches, ({ ownLogin }) => ownLogin),
    page,
  )

export const loader = ({ context }: LoaderFunctionArgs) => askInWorkshop(context, (api) => api(getOwnLogin))

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const currentPassword = formText(form, 'currentPassword')
    const body = {
      ...{ email: formText(form, 'email'), newPassword: formText(form, 'newPassword') },
      ...(currentPassword ? { currentPassword } : {}),
    }
    return { message: (await api(setOwnLogin, { body })).message, back: page }
  })

export default function OwnLoginPage() {
  const own = useLoaderData<typeof loader>()
  const say = useWords({ en: ownLoginEn, hi: ownLoginHi })
  const form = useForm({
    intent: 'own-login',
    fields: ['email', 'newPassword', 'currentPassword'],
    start: { email: own?.email ?? '' },
    judge: () => undefined,
  })
  if (!own) return null
  return (
    <>
      <h1 className="text-3xl">{say.title}</h1>
      <Card>
        <p className="pr-14">{say.text}</p>
        {own.email && own.hasPassword && <p className="text-ink-soft">{say.now(own.email)}</p>}
        <form {...form.attributes} className="grid gap-4">
          <HiddenFields values={{ intent: 'own-login' }} />
          <Refusal message={form.message} />
          <TextField {...form.field('email')} label={say.email} type="email" autoComplete="username" />
          {own.cameInLately ? (
            <p className="text-ink-soft text-sm">{say.lately}</p>
          ) : (
            <TextField
              {...form.field('currentPassword')}
              required={false}
              label={say.current}
              hint={say.forgotten}
              type="password"
              autoComplete="current-password"
            />
          )}
          <TextField
            {...form.field('newPassword')}
            label={say.password}
            hint={say.passwordHint}
            type="password"
            autoComplete="new-password"
          />
          <Button type="submit" block busy={form.busy} busyLabel={say.setting}>
            {say.set}
          </Button>
        </form>
      </Card>
    </>
  )
}
