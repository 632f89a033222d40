// A new campaign as its ads would look. Texts come from outside, so they are plain text. Pictures are at the platform, so a box stands for each.
import type { ReactNode } from 'react'
import { Icon } from '../../components/icons.tsx'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import classes from './approvals.module.css'
import { type Creative, creatives_of, type SearchAd, search_ad_of } from './campaign_texts.ts'
import { call_name, value_text } from './field_words.ts'
import type { Action } from './rows.ts'

const BUDGET = 'campaign.daily_budget'

export function CampaignPreview({ action: { input, after, currency, target } }: { action: Action }) {
  const { currency: reporting } = use_org()
  const search = search_ad_of(input)
  const budget = value_text(BUDGET, after[BUDGET] ?? null, { currency, reporting })
  return (
    <section>
      <h3 className={classes.title}>{t('As the ad would look')}</h3>
      <p className={classes.quiet}>{t('{name}, {amount} a day, created paused', { name: target, amount: budget })}</p>
      <div className={classes.previews}>
        {search && <SearchPreview ad={search} />}
        {creatives_of(input).map((creative) => (
          <CreativePreview key={creative.picture} creative={creative} />
        ))}
      </div>
    </section>
  )
}

/** The platform combines the texts, and this is one of the combinations. All texts and keywords are among the changes. */
function SearchPreview({ ad: { headlines, descriptions, address } }: { ad: SearchAd }) {
  return (
    <Ad>
      <p className={classes.quiet}>
        {t('Sponsored')} · {address}
      </p>
      <p className={classes.headline}>{headlines.slice(0, 3).join(' | ')}</p>
      <p>{descriptions.slice(0, 2).join(' ')}</p>
    </Ad>
  )
}

function CreativePreview({ creative }: { creative: Creative }) {
  const { kind, picture, text, headline, address, call } = creative
  return (
    <Ad>
      <p className={classes.ad_text}>{text}</p>
      <div className={classes.picture}>
        <Icon name="social" size={24} />
        <span>{kind === 'video' ? t('The video at the platform') : t('The picture at the platform')}</span>
        <span className={classes.key}>{picture}</span>
      </div>
      <div className={classes.ad_foot}>
        <span>
          <span className={classes.quiet}>{address}</span>
          {headline && <span className={classes.headline}>{headline}</span>}
        </span>
        <span className={classes.call}>{call_name(call)}</span>
      </div>
    </Ad>
  )
}

const Ad = ({ children }: { children: ReactNode }) => <div className={classes.ad}>{children}</div>
