import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { momentInWords } from '#shared/day.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { type Check, getShopHealth, sendTestMail } from '../health.contract.ts'
import { checkTitles } from '../health.titles.ts'

const title = 'Health'
const page = '/seller/health'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, page)

export const loader = ({ context }: LoaderFunctionArgs) => askAsSeller(context, (api) => api(getShopHealth))

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api) => {
    const { message } = await api(sendTestMail)
    return { message, back: page }
  })

const states: Record<Check['state'], { text: string; tone: 'ok' | 'no' | 'wait' }> = {
  good: { text: 'Well', tone: 'ok' },
  bad: { text: 'Not well', tone: 'no' },
  off: { text: 'Not checked', tone: 'wait' },
}

export default function SellerHealthPage() {
  const health = useLoaderData<typeof loader>()
  if (!health) return null
  const { checks, version } = health
  return (
    <>
      <SellerHead
        title={title}
        text="What is bad for an hour stands over every page of the office, and is mailed to whoever has the right “team”"
      />
      <PostRefused />
      <Panel>
        <ul>
          {checks.map((check) => (
            <Row key={check.name} check={check} />
          ))}
        </ul>
        <p className="px-4 py-3 text-ink-mute text-sm">Version {version}</p>
      </Panel>
    </>
  )
}

function Row({ check: { name, state, says, since } }: { check: Check }) {
  const { text, tone } = states[state]
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-line border-b px-4 py-3 md:grid-cols-seller-log md:items-baseline">
      <h2 className="font-semibold">{checkTitles[name]}</h2>
      <span className="md:order-last">
        <Pill tone={tone}>{text}</Pill>
      </span>
      <div className="wrap-anywhere min-w-0 max-md:col-span-2">
        <p>{says}.</p>
        {since && <p className="text-ink-soft text-sm">Since {momentInWords(since)}.</p>}
        {name === 'mail' && <TestMail />}
      </div>
    </li>
  )
}

function TestMail() {
  const { submit, busy, done, failed } = useSend({ intent: '' })
  return (
    <form method="post" action={page} onSubmit={submit} className="mt-2 grid justify-items-start gap-2">
      {done?.message && (
        <Notice tone="good" role="status">
          {done.message}
        </Notice>
      )}
      <SendFailed failed={failed} />
      <Button type="submit" variant="line" size="sm" busy={busy} busyLabel="Sending">
        Send a test mail to you
      </Button>
    </form>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the health of the shop" />
