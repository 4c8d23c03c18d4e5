import { couriers } from '#features/orders/parcels/couriers.ts'
import { formatRupeesShort } from '#shared/money.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button, DownloadLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Card, CardHead } from '../../web/card.tsx'
import { TaskBar } from '../../web/task.tsx'
import { usePages } from '../../web/use-pages.ts'
import type { WorkshopParcel } from '../parcels.contract.ts'
import { ScanNumber } from './scan-number.tsx'

interface SendParcelProps {
  parcel: WorkshopParcel
  to: NonNullable<WorkshopParcel['to']>
  papers: { slip: string; label: string }
}

/** The address as the shopper typed it, large enough to copy by hand; then the courier and the number. */
export function SendParcel({ parcel: { cash, courier, trackingNumber }, to, papers }: SendParcelProps) {
  const say = usePages()
  const { supportEmail } = useSettings()
  const form = useForm({
    intent: 'send',
    fields: ['courier', 'trackingNumber'],
    start: { courier: courier ?? '', trackingNumber: trackingNumber ?? '' },
    judge: () => undefined,
  })
  return (
    <form {...form.attributes} className="grid gap-4">
      <HiddenFields values={{ intent: 'send' }} />
      <Card aria-labelledby="to">
        <CardHead id="to" text={say.copyAddress}>
          {say.onBox}
        </CardHead>
        <div className="grid gap-2 border-2 border-ink p-4">
          <p className="text-ink-soft text-sm">{say.sendTo}</p>
          <address lang="en-IN" className="wrap-anywhere text-xl not-italic">
            <b className="block">{to.name}</b>
            <span className="block">{to.street}</span>
            <span className="block">
              {to.city}, {to.state}, {to.country}
            </span>
            <b className="figures block text-3xl">{to.zipcode}</b>
          </address>
          <p className="border border-ink p-3 font-semibold">
            {cash > 0 ? say.courierCollects(formatRupeesShort(cash)) : say.paidAlready}
          </p>
          <p className="text-ink-soft text-sm">
            {say.contact} <bdi lang="en-IN">{supportEmail}</bdi>
          </p>
        </div>
        <p className="flex flex-wrap gap-x-6">
          <DownloadLink href={papers.label}>{say.label}</DownloadLink>
          <DownloadLink href={papers.slip}>{say.slip}</DownloadLink>
        </p>
      </Card>
      <Card aria-labelledby="number">
        <CardHead id="number" text={say.noteNumberText}>
          {say.noteNumber}
        </CardHead>
        <TextField {...form.field('courier')} label={say.courier} autoComplete="off" list="couriers" />
        <datalist id="couriers">
          {couriers.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <ScanNumber take={(number) => form.put('trackingNumber', () => number)} />
        <TextField
          {...form.field('trackingNumber')}
          required={false}
          label={say.trackingNumber}
          hint={say.optional}
          autoComplete="off"
        />
      </Card>
      <TaskBar>
        <Refusal message={form.message} />
        <Button type="submit" block busy={form.busy} busyLabel={say.packing}>
          {say.sent}
        </Button>
      </TaskBar>
    </form>
  )
}
