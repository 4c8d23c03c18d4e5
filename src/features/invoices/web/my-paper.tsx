import type { ReactNode } from 'react'
import { LoginFirst } from '#features/auth/web/login-first.tsx'

/** A shopper's paper in the middle of the page; without one `title` asks for a login. */
export function MyPaper({ title, children }: { title: string; children: ReactNode }) {
  if (!children) return <LoginFirst title={title} text="It is for whoever placed the order." />
  return (
    <div className="wrap pt-6 pb-section print:max-w-none print:p-0">
      <div className="mx-auto max-w-184 print:max-w-none">{children}</div>
    </div>
  )
}
