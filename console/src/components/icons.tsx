/**
 * The icons: strokes on a grid of 20, drawn for the console. They are decoration: the element that shows one has the name.
 */
import type { FunctionComponent } from 'preact'

const draw = (...paths: readonly string[]): FunctionComponent => {
  const Icon: FunctionComponent = () => (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
  return Icon
}

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

export const OverviewIcon = draw('M3 4.5h14', 'M10 4.5V16', 'M5.5 16h9')
export const TrafficIcon = draw('M3 7h12', 'M12 4l3 3-3 3', 'M17 13H5', 'M8 10l-3 3 3 3')
export const RecordsIcon = draw('M3.5 4h13v12h-13z', 'M3.5 8h13', 'M3.5 12h13', 'M8 8v8')
export const ScenariosIcon = draw('M4 3.5h9l3 3v10H4z', 'M7 9h6', 'M7 12.5h4')
export const TimeIcon = draw(circle(10, 10, 7), 'M10 6v4l2.8 1.8')
export const SandboxesIcon = draw('M10 3l7 3.5-7 3.5-7-3.5z', 'M3 10l7 3.5 7-3.5', 'M3 13.5L10 17l7-3.5')
export const KeysIcon = draw(circle(6.5, 13.5, 3), 'M8.7 11.3L16.5 3.5', 'M13 7l2.5 2.5')
export const WebhooksIcon = draw('M3 4.5h14v11H3z', 'M3 5l7 5.5L17 5', 'M3 15l4.8-5.5', 'M17 15l-4.8-5.5')
export const CoverageIcon = draw('M3.5 3.5h5v5h-5z', 'M11.5 3.5h5v5h-5z', 'M3.5 11.5h5v5h-5z', 'M11.5 14h5')
export const ReferenceIcon = draw(
  'M10 5.5C8.5 4 6 3.8 3.5 4v11.5c2.5-.2 5 0 6.5 1.5 1.5-1.5 4-1.7 6.5-1.5V4C14 3.8 11.5 4 10 5.5z',
  'M10 5.5V17',
)
export const SearchIcon = draw(circle(8.5, 8.5, 5), 'M12.2 12.2L17 17')
export const CopyIcon = draw('M7 7h9.5v9.5H7z', 'M13 7V3.5H3.5V13H7')
export const CheckIcon = draw('M4 10.5l4 4 8-9')
export const CloseIcon = draw('M5 5l10 10', 'M15 5L5 15')
export const PlusIcon = draw('M10 4v12', 'M4 10h12')
export const MenuIcon = draw('M3 5.5h14', 'M3 10h14', 'M3 14.5h14')
export const MoreIcon = draw(circle(4.5, 10, 0.6), circle(10, 10, 0.6), circle(15.5, 10, 0.6))
export const ChevronIcon = draw('M5.5 8l4.5 4.5L14.5 8')
export const BackIcon = draw('M16 10H4', 'M9 5l-5 5 5 5')
export const ForwardIcon = draw('M4 10h12', 'M11 5l5 5-5 5')
export const ArrowUpIcon = draw('M10 16V4', 'M5 9l5-5 5 5')
export const ArrowDownIcon = draw('M10 4v12', 'M5 11l5 5 5-5')
export const ExternalIcon = draw('M11 3.5h5.5V9', 'M16.5 3.5L9 11', 'M14 11.5v5H3.5V6h5')
export const TrashIcon = draw('M4 6h12', 'M8 6V3.5h4V6', 'M5.5 6l.7 10.5h7.6L14.5 6')
export const EditIcon = draw('M12.5 4.5l3 3L7 16H4v-3z', 'M10.5 6.5l3 3')
export const PlayIcon = draw('M6 4l10 6-10 6z')
export const PauseIcon = draw('M7 4.5v11', 'M13 4.5v11')
export const RefreshIcon = draw('M16 10a6 6 0 1 1-2-4.5', 'M14.5 2.5v3.5H11')
export const ForkIcon = draw(
  circle(5.5, 4.5, 1.7),
  circle(14.5, 4.5, 1.7),
  circle(10, 15.5, 1.7),
  'M5.5 6.2c0 4 4.5 3 4.5 7.6',
  'M14.5 6.2c0 4-4.5 3-4.5 7.6',
)
export const CompareIcon = draw('M3.5 4h5v12h-5z', 'M11.5 4h5v12h-5z', 'M13 8h2', 'M13 11h2')
export const UndoIcon = draw('M4 8h8a4 4 0 0 1 0 8H8', 'M7 4.5L3.5 8 7 11.5')
export const WarningIcon = draw('M10 3.5l7.5 13h-15z', 'M10 8v4', 'M10 14.3h.01')
export const SunIcon = draw(
  circle(10, 10, 3.2),
  'M10 2v2.2',
  'M10 15.8V18',
  'M2 10h2.2',
  'M15.8 10H18',
  'M4.3 4.3l1.6 1.6',
  'M14.1 14.1l1.6 1.6',
  'M15.7 4.3l-1.6 1.6',
  'M5.9 14.1l-1.6 1.6',
)
export const MoonIcon = draw('M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3z')
export const SystemIcon = draw('M3 4h14v9.5H3z', 'M7.5 16.5h5', 'M10 13.5v3')
export const FilterIcon = draw('M3 5h14', 'M6 10h8', 'M8.5 15h3')
export const DownloadIcon = draw('M10 3v10', 'M6 9.5l4 4 4-4', 'M3.5 16.5h13')
export const UploadIcon = draw('M10 13.5V3.5', 'M6 7l4-4 4 4', 'M3.5 16.5h13')
export const KeyboardIcon = draw(
  'M2.5 5h15v10h-15z',
  'M6 12h8',
  'M5.5 8h.01',
  'M8.5 8h.01',
  'M11.5 8h.01',
  'M14.5 8h.01',
)
