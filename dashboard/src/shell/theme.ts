// Colors, sizes and defaults of the components. Mantine's own colors for dimmed text, errors and warnings have too little contrast.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const accent: MantineColorsTuple = [
  '#ecf7f3',
  '#d6ede5',
  '#addccb',
  '#7fcab0',
  '#57b898',
  '#2f9a7b',
  '#1b7962',
  '#166652',
  '#115142',
  '#0b3e32',
]

const dark: MantineColorsTuple = [
  '#dfe2e4',
  '#b9bdc1',
  '#a6a7ab',
  '#8b8f94',
  '#3a3e43',
  '#2c3034',
  '#212428',
  '#191b1e',
  '#131517',
  '#0d0e10',
]

const FONT = "'Inter Variable', system-ui, sans-serif"

export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: 6,
  fontFamily: FONT,
  fontSmoothing: true,
  headings: {
    fontFamily: FONT,
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.4' }, h2: { fontSize: '0.9375rem', lineHeight: '1.5' } },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Mantine's header of a dialog would count as a second banner of the page.
    Modal: {
      defaultProps: {
        centered: true,
        shadow: 'none',
        overlayProps: { backgroundOpacity: 0.4 },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Badge: { defaultProps: { variant: 'default', tt: 'none', fw: 500, size: 'md' } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: { marginBottom: 6 } } },
    Menu: { defaultProps: { shadow: 'none' } },
    Select: { defaultProps: { allowDeselect: false, comboboxProps: { shadow: 'none' } } },
  },
})

export const css_variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#646a71',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-text': '#1c1f23',
    '--mantine-color-default-border': '#d5d9dd',
    '--mantine-color-anchor': '#166652',
    '--line': '#e3e6e9',
    '--quiet': '#f7f8f8',
    '--hover': '#eef0f1',
    '--good': '#087f5b',
    '--bad': '#c92a2a',
    '--warning': '#7a4a00',
    '--warning-page': '#fff8ea',
    '--warning-line': '#f0d9a8',
    '--bad-page': '#fff3f3',
    '--bad-line': '#f5cccc',
    '--info-page': '#f1f7f5',
    '--info-line': '#cfe3db',
    '--plot-blue': '#1f5fbf',
    '--plot-orange': '#b25000',
    '--plot-teal': '#087a75',
    '--plot-purple': '#7a3fb5',
    '--plot-grey': '#646a71',
  },
  dark: {
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-placeholder': '#9b9fa4',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#7fcab0',
    '--line': '#2c3034',
    '--quiet': '#151719',
    '--hover': '#25292d',
    '--good': '#38d9a9',
    '--bad': '#ff8787',
    '--warning': '#ffd28a',
    '--warning-page': '#2a2417',
    '--warning-line': '#4a3d20',
    '--bad-page': '#2c1d1e',
    '--bad-line': '#543033',
    '--info-page': '#17231f',
    '--info-line': '#2a4038',
    '--plot-blue': '#74a9ff',
    '--plot-orange': '#ffa45c',
    '--plot-teal': '#45cfc4',
    '--plot-purple': '#c49bff',
    '--plot-grey': '#a6a7ab',
  },
})
