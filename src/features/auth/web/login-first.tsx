import { useLogin } from '#web/login-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoginOpener } from './login-opener.tsx'

export function LoginFirst({ title, text }: { title: string; text: string }) {
  const { openLogin } = useLogin()
  return (
    <EmptyState title={title} text={text} art="bag" heading="h1">
      <LoginOpener onLogin={() => openLogin()}>
        <Button type="submit">Log in</Button>
      </LoginOpener>
    </EmptyState>
  )
}
