import { Link } from 'react-router'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { proveText, proveTitle } from './seller-ask-again.tsx'
import { type AskedProof, ProveForm } from './seller-prove-form.tsx'

/** In place of a page that cannot be read before, and of the dialog where no scripts run. */
export const ProveFirst = ({ proof, next }: { proof: AskedProof; next: string }) => (
  <>
    <SellerHead title={proveTitle} text={proveText} />
    <Panel className="grid max-w-form gap-4 p-4 nav:p-6">
      <ProveForm {...proof} next={next} />
    </Panel>
    <p className="mt-4">
      <Link to="/seller/overview" className="link inline-flex min-h-11 items-center">
        Not now
      </Link>
    </p>
  </>
)
