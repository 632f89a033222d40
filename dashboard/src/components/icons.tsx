// The icons, drawn as lines on a grid of 24. They decorate a text beside them, so readers of screens skip them.

const paths = {
  organization:
    'M4 21V6l8-3 8 3v15M2.5 21h19M9 21v-4h6v4M8.5 9h.01M12 9h.01M15.5 9h.01M8.5 13h.01M12 13h.01M15.5 13h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c.3-3.6 3-6 6.5-6s6.200 2.400 6.500 6M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.500c2 .8 3.300 2.800 3.500 5.500',
  clients: 'M3 21V9l6-4v16M9 21V5l6 4v12M15 21V12h6v9M2 21h20M6 12h.01M6 16h.01M12 12h.01M12 16h.01M18 16h.01',
  key: 'M15.500 3a5.500 5.500 0 1 1-4.700 8.300L3 19v2h3v-2h2v-2h2l2.600-2.600M16.500 7.500h.01',
  apps: 'M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3.500',
  modules: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14v6M14 17h6',
  audit: 'M6 3h9l4 4v14H6zM14.500 3v5H19M9 12h7M9 16h7',
  plug: 'M9 3v5M15 3v5M6.500 8h11v4.500a5.500 5.500 0 0 1-11 0zM12 18v3.500',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13M20 20l-4.800-4.800',
  menu: 'M4 7h16M4 12h16M4 17h16',
  chevrons: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  copy: 'M9 9h11v11H9zM5.500 15H4V4h11v1.500',
  plus: 'M12 5v14M5 12h14',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.500 20.500c.6-4 3.500-6 7.500-6s6.900 2 7.500 6',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5M12 8h.01',
  warning: 'M12 4L2.800 20h18.400zM12 10.500v4.500M12 17.500h.01',
  up: 'M12 19V6M6.500 11.500L12 6l5.500 5.500',
  down: 'M12 5v13M6.500 12.500L12 18l5.500-5.500',
  home: 'M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-5h4v5',
  try: 'M4 5h16v14H4zM8 10l2.500 2.500L8 15M12.500 15H16',
  explore: 'M4 20h16M7 20V10M12 20V4M17 20v-7',
  out: 'M14 4H5v16h9M10 12h11M17.500 8.500L21 12l-3.500 3.500',
  overview: 'M4 4h7v9H4zM15 4h5v5h-5zM15 13h5v7h-5zM4 17h7v3H4z',
  plot: 'M4 4v16h16M8 15l4-5 3 3 5-7',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14',
  download: 'M12 4v11M7 10.500l5 5 5-5M5 20h14',
  columns: 'M4 5h16v14H4zM9.500 5v14M14.500 5v14',
  rows: 'M4 6h16M4 10h16M4 14h16M4 18h16',
  store:
    'M4 9l1.500-5h13L20 9M4 9a2.700 2.700 0 0 0 5.300 0 2.700 2.700 0 0 0 5.400 0A2.700 2.700 0 0 0 20 9M5.500 12v8h13v-8M10 20v-5h4v5',
  market: 'M3.500 4h3l2.500 11h9l2-8H7.500M10 20h.01M17 20h.01',
  social: 'M12 20l-7.500-7.500a4.600 4.600 0 0 1 7.500-5 4.600 4.600 0 0 1 7.500 5z',
  mail: 'M3.500 6h17v12h-17zM4 6.500l8 6.500 8-6.500',
  ads: 'M4 10v4h3l7 4V6l-7 4zM17.500 9.500a4 4 0 0 1 0 5M8 14.500V19h3',
  approvals: 'M4 4h16v16H4zM8 12.500l3 3 5-6.500',
  alert: 'M3 12.500h4.500l3-8 4 15.500 2.500-7.500h4',
  idea: 'M9.500 18h5M10.500 21h3M12 3a6 6 0 0 0-3.500 10.900c.6.5 1 1.200 1 2V15.500h5v-.6c0-.8.4-1.500 1-2A6 6 0 0 0 12 3',
  hook: 'M12 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M6 20.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M18 20.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M10.900 7.700L7.200 15.800M13.100 7.700l3.700 8.100M8.500 18h7',
  bell: 'M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 2h-15zM10 21.500h4',
  close: 'M6 6l12 12M18 6L6 18',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.5 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
