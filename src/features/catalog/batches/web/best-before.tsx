import { PageIcon } from '#web/ui/page-icon.tsx'
import type { NextBatch } from '../batches.contract.ts'
import { bestBeforeText, dayOfBatch } from '../batches.texts.ts'

/** Until when the piece that is sold next is at its best. */
export const BestBefore = ({ batch }: { batch: NextBatch }) => (
  <div className="flex items-start gap-3.5 bg-kora px-4 py-3">
    <PageIcon name="calendar" className="text-neel-700" />
    <div>
      <p className="font-semibold">{bestBeforeText([batch])}</p>
      <p className="wrap-anywhere text-ink-soft text-sm leading-hint">
        {`The next piece comes from batch ${batch.number}, packed ${dayOfBatch(batch.packedOn)}. The oldest goes first, and none with less than 45 days or 30% of its life left.`}
      </p>
    </div>
  </div>
)
