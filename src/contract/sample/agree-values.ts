/**
 * Makes the generated values of one object agree: what has not happened yet has no time, a total is the sum of its parts, a
 * count is the length of its list, and a minimum is not above its maximum. By names alone; the schema is validated later.
 */

import { memoize, memoizeNames } from '../values/memoize.ts'
import {
  accountName,
  agreeAccount,
  agreeCard,
  agreeIdentification,
  cardName,
  identificationName,
} from './agree-accounts.ts'
import { agreeAmounts, clearPrice, minorName, multiplyMinor } from './agree-amounts.ts'
import { agreeArn, arnName } from './agree-arns.ts'
import {
  boundParts,
  breakdownName,
  keepWithin,
  limitPositions,
  positionName,
  sumAll,
  sumBreakdown,
  wholeName,
} from './agree-bounds.ts'
import { convertUnits, exchange, exchangeRateName, inUnitName, inverseName } from './agree-conversions.ts'
import {
  alignDays,
  chooseDefault,
  chosenName,
  configName,
  countDown,
  houseNumberName,
  latestName,
  nameByEmail,
  personInfo,
  previousName,
  repeatCounts,
  repeatFirst,
  repeatFirstObject,
  repeatId,
  repeatInConfig,
  repeatLatest,
  repeatName,
  repeatParts,
  repeatTimes,
  repeatTitle,
  secondName,
  separateHouseNumber,
  shiftLocal,
  showLogin,
  shownName,
  sumOutcomes,
  tally,
  timeOfDay,
  titleName,
} from './agree-copies.ts'
import {
  attemptsName,
  chooseLeaders,
  closeWithin,
  dropUndoneDeeds,
  endAttempts,
  followEachOther,
  followingName,
  isClosing,
  isDeed,
  isVerifiedName,
  leadersName,
  moveAhead,
  plannedStart,
  repeatStateTime,
  repeatWrittenTime,
  stateChangeName,
  stateVerified,
  writtenTime,
} from './agree-deeds.ts'
import { dropWhatFlagsDeny } from './agree-denials.ts'
import {
  dropConditional,
  dropDocumentedEnd,
  dropWhatComesLater,
  dropWhatDraftsLack,
  dropWhatHasNotHappened,
  endExpiry,
  endName,
  endStates,
  endTogether,
  mayComeLater,
} from './agree-events.ts'
import { isOfWayToPay, keepNamedPart, keepWayToPay } from './agree-exclusive.ts'
import { agreeFiles } from './agree-files.ts'
import {
  agreeFlagsWithKind,
  agreeFlagsWithParts,
  agreeFlagsWithState,
  agreeMore,
  agreeStages,
  alwaysOpenName,
  closeAlways,
  grantByRole,
  implyFlags,
  isPartOfSwitch,
  isStage,
  kindOf,
  mayImply,
  mayOppose,
  moreName,
  onName,
  openName,
  openWithHours,
  opposeFlags,
  rankedName,
  rankRights,
  roleName,
  switchParts,
} from './agree-flags.ts'
import {
  algorithmName,
  formattedName,
  frameName,
  hexName,
  measureHash,
  mixColor,
  nameFrame,
  nameGeometry,
  nameWeekday,
  repeatFormatted,
  repeatVersion,
  spellCode,
  versionName,
  weekdayName,
  wordsName,
} from './agree-forms.ts'
import {
  clearDeniedCounts,
  clearRent,
  completeName,
  completeProgress,
  fulfilAllParts,
  isFulfilled,
  mayCountNothing,
  ownershipName,
} from './agree-fulfilment.ts'
import { isFunnelStage, narrowFunnel } from './agree-funnel.ts'
import {
  agreeFolders,
  cachedName,
  chooseDescribed,
  describedName,
  dropUnregistered,
  endPath,
  fileKindName,
  holderName,
  loginName,
  nameHolder,
  pathOfFile,
  repeatCached,
  repeatEmail,
  shareParent,
  translateOnce,
  unregisteredName,
  wordingsName,
} from './agree-identities.ts'
import { isPartOfAmount, limitInner } from './agree-inner.ts'
import {
  agreeMentions,
  closedCount,
  contentName,
  dropFillers,
  dropReasons,
  endReasonName,
  enumName,
  fillerName,
  headersName,
  nameContent,
  openWithCounts,
  reasonName,
  repeatContentType,
  typeName,
  typeOfName,
  writeNamedType,
  writeTyped,
} from './agree-kinds.ts'
import { followStates } from './agree-lifecycle.ts'
import {
  containerName,
  endUrl,
  fileUrl,
  hostBelow,
  languageName,
  matchPattern,
  nameBelow,
  nameContainer,
  patternName,
  readLanguage,
  separateLanguages,
  shortenUrl,
  shownUrl,
  translationsName,
} from './agree-links.ts'
import {
  childrenName,
  countChildren,
  countLists,
  countOnlyList,
  emptyName,
  emptyRejected,
  errorsName,
  mayCount,
  rejectedName,
  reversalsName,
  totalName,
} from './agree-lists.ts'
import {
  agreeAge,
  agreeBirthYear,
  aspectName,
  countPixels,
  distanceName,
  fillRooms,
  measureAspect,
  measureText,
  measureTrip,
  orderedName,
  orderValues,
  pixelsName,
  roomsName,
  showToMore,
  wordCountName,
} from './agree-measures.ts'
import {
  chooseAddress,
  containId,
  copyPreferred,
  idsName,
  plainOwners,
  preferredName,
  referenceName,
  shareIds,
  supportedName,
  supportUsed,
  usedAddress,
} from './agree-members.ts'
import {
  displayName,
  invertName,
  itemsName,
  labelName,
  nameByLogin,
  nameChosen,
  nameItems,
  nameWrapper,
  ownTypeName,
  presentationName,
  repeatShown,
  repeatTranslated,
  repeatType,
  shownLoginName,
  sortName,
  spellName,
  translatedName,
  wrappedName,
} from './agree-names.ts'
import { cornerName, nameAddress, rangeName, reverseName, spreadCorners, stayInRange } from './agree-networks.ts'
import { limitParts, limitTowards, orderPairs } from './agree-order.ts'
import { agreeCounts } from './agree-outcomes.ts'
import { agreePages, agreePaging, pageName, pagingName } from './agree-pages.ts'
import { isPeriodPrice, spreadPrices } from './agree-periods.ts'
import {
  dropMachineEmail,
  emailName,
  holderKind,
  nameByParts,
  nameMember,
  nameOwner,
  otherFirstName,
  separatePersons,
} from './agree-persons.ts'
import { isRateName, measureRates } from './agree-rates.ts'
import { dayOfRepeatName, dropOtherDays } from './agree-recurrence.ts'
import {
  boxName,
  contentSizeName,
  cutEnd,
  depthName,
  endName as endOfSecretName,
  fileTypeName,
  isForm,
  keepAspect,
  machinesName,
  measureBox,
  measureContent,
  multiplyReplicas,
  shareUnit,
  writeFile,
} from './agree-sizes.ts'
import {
  countMonths,
  endLifetimes,
  endsName,
  expireLater,
  expiresName,
  keepSpansWithin,
  lengthOfTime,
  lifetimeName,
  measureSpans,
  momentName,
  monthsName,
  unifyEpochs,
} from './agree-spans.ts'
import {
  agreeProgress,
  agreeStates,
  changedState,
  changeStates,
  dropResults,
  endHistory,
  historyName,
  madeName,
  resultName,
} from './agree-states.ts'
import {
  addTaxes,
  kindTotal,
  paymentLists,
  splitPayments,
  sumKinds,
  sumLists,
  sumParts,
  taxLists,
} from './agree-sums.ts'
import {
  dropExcluding,
  dropWhatOthersHave,
  excludingName,
  isAlternative,
  keepAmount,
  keepOneAlternative,
  keepOwnVariant,
  kindName,
  percentName,
} from './agree-variants.ts'
import {
  agentName,
  agreeAddress,
  agreeAgent,
  agreeHosts,
  domainName,
  prefixedDomain,
  prefixedHost,
  repeatDomain,
  repeatDomains,
  urlName,
} from './agree-web.ts'
import {
  completeWhole,
  countFamily,
  countNothing,
  deepen,
  endPage,
  fillBlocks,
  limitAverages,
  limitShares,
  limitTurnoverTaxes,
  measureSpan,
  payHours,
  precede,
  raiseTotals,
  replyToEarlier,
  shareInLists,
  shareStock,
  splitAmount,
  sumSizes,
} from './agree-wholes.ts'
import {
  distinguish,
  markupName,
  mayDiffer,
  namespaceName,
  partOfWholeName,
  repeatBelonging,
  repeatInHistory,
  repeatNamespace,
  repeatText,
  shortenId,
  shortName,
} from './agree-wordings.ts'
import type { Agreeable, AgreeingStep, Names } from './agreeable.ts'
import type { NameFacts, ReadName } from './name-facts.ts'

export const agreeValues = (object: Agreeable): void => {
  if (object.values.size < 2 || object.steps.length === 0) return
  const names = new Map<string, NameFacts>()
  for (const name of object.values.keys()) names.set(name, object.readName(name))
  for (const step of object.steps) step(object, names)
}

/** Which steps may change an object with these properties: most objects need none. */
export const stepsFor = memoize((properties: ReadonlyMap<string, unknown>, readName: ReadName) => {
  const neededFor = stepsForName(readName)
  const needed = new Set([...properties.keys()].flatMap(neededFor))
  return [...needed].sort((one, other) => one - other).flatMap((position) => allSteps[position] ?? [])
})

/** Their positions in `allSteps`. Of each name once for a document: the same ones are in many of its objects. */
const stepsForName = memoize((readName: ReadName) =>
  memoizeNames((name: string): readonly number[] => {
    const facts = readName(name)
    const inRows = rows.flatMap(([isNeeded], position) => (isNeeded(facts) ? [position] : []))
    const last = identityRows.flatMap(([pattern], at) => (pattern.test(facts.snake) ? [rows.length + at] : []))
    return [...inRows, ...last]
  }),
)

/** Enums of one length beside each other are one list in two spellings: `label` and `value`. */
const chooseSameMember = ({ values, membersOf }: Agreeable, names: Names): void => {
  const spellings = [...names].filter(([, { isSpelling }]) => isSpelling)
  const [first, ...others] = spellings.filter(([name]) => membersOf(name).length > 1)
  if (!first) return
  const members = membersOf(first[0])
  const index = members.indexOf(values.get(first[0]) ?? null)
  for (const [name] of others) {
    const other = membersOf(name)[index]
    if (other !== undefined && membersOf(name).length === members.length) values.set(name, other)
  }
}

/** The slug of an object is its name, with the digits that make it unique. */
const spellSlug = ({ values, isFree }: Agreeable): void => {
  const slug = values.get('slug')
  const name = values.get('name') ?? values.get('title')
  if (typeof slug !== 'string' || typeof name !== 'string' || !isFree('slug') || !/^[\w-]+$/.test(slug)) return
  const [digits = ''] = /-\d+$/.exec(slug) ?? []
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (plain !== '') values.set('slug', plain + digits)
}

/** What identifies one thing in several places of an object, after all else. A step is needed if a property has such a name. */
const identityRows: readonly (readonly [RegExp, AgreeingStep])[] = [
  [translatedName, repeatTranslated],
  [labelName, nameChosen],
  [shownLoginName, nameByLogin],
  [displayName, spellName],
  [wrappedName, nameWrapper],
  [itemsName, nameItems],
  [presentationName, repeatShown],
  [sortName, invertName],
  [ownTypeName, repeatType],
  [usedAddress, chooseAddress],
  [preferredName, copyPreferred],
  [idsName, containId],
  [referenceName, shareIds],
  [plainOwners, shareIds],
  [supportedName, supportUsed],
  [rangeName, stayInRange],
  [reverseName, nameAddress],
  [cornerName, spreadCorners],
  [shownUrl, shortenUrl],
  [fileUrl, endUrl],
  [patternName, matchPattern],
  [languageName, readLanguage],
  [hostBelow, nameBelow],
  [containerName, nameContainer],
  [translationsName, separateLanguages],
]

/** In this order. A step is needed if a property is of this kind. */
const rows: readonly (readonly [isNeeded: (facts: NameFacts) => boolean, ...steps: readonly AgreeingStep[]])[] = [
  [({ flag }) => flag.length > 3, dropWhatFlagsDeny],
  [({ stateRank }) => stateRank !== undefined, agreeStates],
  [({ isProgress }) => isProgress, agreeProgress],
  [
    ({ event, timeEvent, isError }) => event !== undefined || timeEvent !== undefined || isError,
    dropWhatHasNotHappened,
  ],
  [mayComeLater, dropWhatComesLater],
  [({ stateRank }) => stateRank !== undefined, followStates],
  [({ snake }) => resultName.test(snake) || snake === 'resolution' || madeName.test(snake), dropResults],
  [({ snake }) => reasonName.test(snake) || endReasonName.test(snake), dropReasons],
  [({ snake }) => enumName.test(snake), agreeMentions],
  [({ isLower, snake }) => isLower || /_(end|to|max)$/.test(snake), orderPairs],
  [({ restAsWhole }) => restAsWhole !== undefined, limitParts],
  [({ snake }) => /(^|_)(likes?|repl(y|ies)|comments?|shares?)(_|$)/.test(snake), showToMore],
  [({ snake }) => roomsName.test(snake), fillRooms],
  [({ isCount }) => isCount, agreeCounts],
  [({ isCount, isMoney }) => isCount || isMoney, sumLists],
  [({ isCount }) => isCount, sumParts, keepWithin, boundParts, agreeCounts],
  [({ snake }) => isFunnelStage(snake), narrowFunnel],
  [({ snake }) => positionName.test(snake), limitPositions],
  [({ snake }) => wordCountName.test(snake), measureText],
  [({ snake }) => kindTotal.test(snake), sumKinds],
  [({ snake }) => breakdownName.test(snake), sumBreakdown],
  [({ snake }) => /_(towards?|of|against)_/.test(snake), limitTowards],
  [({ snake }) => isRateName(snake), measureRates],
  [({ snake }) => endName.test(snake), endTogether],
  [({ stateRank }) => stateRank !== undefined, dropConditional, dropDocumentedEnd, endStates, endExpiry],
  [({ snake }) => isDeed(snake), dropUndoneDeeds],
  [({ snake }) => stateChangeName.test(snake), repeatStateTime],
  [({ snake }) => plannedStart.test(snake), moveAhead],
  [({ snake }) => writtenTime.test(snake), repeatWrittenTime],
  [({ snake }) => isClosing(snake), closeWithin],
  [({ snake }) => isVerifiedName(snake), stateVerified],
  [({ snake }) => attemptsName.test(snake), endAttempts],
  [({ snake }) => followingName.test(snake), followEachOther],
  [({ snake }) => leadersName.test(snake), chooseLeaders],
  [({ isMoney }) => isMoney, agreeAmounts],
  [({ numberRole }) => numberRole === 'undone', completeWhole],
  [({ numberRole }) => numberRole === 'average', limitAverages],
  [({ numberRole }) => numberRole === 'per', limitShares],
  [({ numberRole }) => numberRole === 'on-hand', shareStock],
  [({ numberRole }) => numberRole === 'earlier', replyToEarlier],
  [({ numberRole }) => numberRole === 'after', precede],
  [({ numberRole }) => numberRole === 'size', sumSizes],
  [({ numberRole }) => numberRole === 'base', limitTurnoverTaxes],
  [({ numberRole }) => numberRole === 'block', fillBlocks],
  [({ numberRole }) => numberRole === 'main-share', splitAmount],
  [({ numberRole }) => numberRole === 'depth', deepen],
  [({ numberRole }) => numberRole === 'item-count', countNothing],
  [({ numberRole }) => numberRole === 'page-end', endPage],
  [({ numberRole }) => numberRole === 'text-end', measureSpan],
  [({ numberRole }) => numberRole === 'whole-of', raiseTotals, shareInLists],
  [({ numberRole }) => numberRole === 'same-as-list', countFamily],
  [({ numberRole }) => numberRole === 'hours', payHours],
  [({ snake }) => isPeriodPrice(snake), spreadPrices],
  [({ snake }) => inverseName.test(snake) || exchangeRateName.test(snake), exchange],
  [({ snake }) => inUnitName.test(snake), convertUnits],
  [({ snake }) => paymentLists.test(snake), splitPayments],
  [({ snake }) => taxLists.test(snake), addTaxes],
  [({ snake }) => isPartOfAmount(snake), limitInner],
  [({ snake }) => rejectedName.test(snake) || reversalsName.test(snake) || errorsName.test(snake), emptyRejected],
  [mayCount, countLists],
  [({ counted }) => counted !== undefined && childrenName.test(counted), countChildren],
  [({ snake }) => snake === 'slug', spellSlug],
  [({ snake }) => wordsName.test(snake), spellCode],
  [({ snake }) => hexName.test(snake), mixColor],
  [({ snake }) => snake === 'coordinates', nameGeometry],
  [({ snake }) => versionName.test(snake), repeatVersion],
  [({ snake }) => algorithmName.test(snake), measureHash],
  [({ snake }) => formattedName.test(snake), repeatFormatted],
  [({ snake }) => frameName.test(snake), nameFrame],
  [({ snake }) => contentName.test(snake), nameContent],
  [({ snake }) => weekdayName.test(snake), nameWeekday],
  [({ snake }) => urlName.test(snake), agreeAddress],
  [({ snake }) => prefixedHost.test(snake), agreeHosts],
  [({ snake }) => arnName.test(snake), agreeArn],
  [({ snake }) => domainName.test(snake), repeatDomain],
  [({ snake }) => prefixedDomain.test(snake), repeatDomains],
  [({ snake }) => agentName.test(snake), agreeAgent],
  [({ snake }) => typeName.test(snake), writeTyped],
  [({ snake }) => typeOfName.test(snake), writeNamedType],
  [({ snake }) => headersName.test(snake), repeatContentType],
  [({ snake }) => fillerName.test(snake), dropFillers],
  [({ snake }) => closedCount.test(snake), openWithCounts],
  [({ isSpelling }) => isSpelling, chooseSameMember],
  [({ snake }) => houseNumberName.test(snake), separateHouseNumber],
  [({ inUtc }) => inUtc !== undefined, repeatTimes, shiftLocal],
  [({ snake }) => timeOfDay.test(snake), alignDays],
  [({ repeatsPart }) => repeatsPart, repeatParts],
  [({ snake }) => titleName.test(snake), repeatTitle],
  [({ snake }) => secondName.test(snake), repeatName],
  [({ snake }) => snake.endsWith('s'), repeatFirst],
  [({ snake }) => /[a-z]{3}s$/.test(snake), repeatFirstObject],
  [({ snake }) => configName.test(snake), repeatInConfig],
  [({ snake }) => otherFirstName(snake), separatePersons],
  [({ snake }) => emailName.test(snake), dropMachineEmail, nameMember],
  [({ snake }) => snake === 'name', nameByParts],
  [({ snake }) => holderKind.test(snake), nameOwner],
  [({ snake }) => markupName.test(snake), repeatText],
  [({ snake }) => shortName.test(snake), shortenId],
  [({ snake }) => namespaceName.test(snake), repeatNamespace],
  [({ snake }) => mayDiffer(snake), distinguish],
  [({ snake }) => partOfWholeName(snake), repeatBelonging, repeatInHistory],
  [({ snake }) => /_email(_?address)?$/.test(snake), nameByEmail],
  [({ snake }) => personInfo.test(snake), repeatId],
  [({ snake }) => shownName.test(snake), showLogin],
  [({ snake }) => loginName.test(snake), repeatEmail],
  [({ snake }) => unregisteredName.test(snake), dropUnregistered],
  [({ snake }) => holderName.test(snake), nameHolder],
  [({ snake }) => wordingsName.test(snake), translateOnce],
  [({ snake }) => cachedName.test(snake), repeatCached],
  [({ snake }) => describedName.test(snake), chooseDescribed],
  [({ snake }) => /[a-z]{3}s$/.test(snake), shareParent],
  [({ counted }) => counted !== undefined, repeatCounts],
  [({ snake }) => previousName.test(snake), countDown],
  [({ snake }) => latestName.test(snake), repeatLatest],
  [({ snake }) => changedState.test(snake), changeStates],
  [({ snake }) => historyName.test(snake), endHistory],
  [({ snake }) => chosenName.test(snake), chooseDefault],
  [({ isChange }) => isChange, tally],
  [({ outcome }) => outcome?.role === 'whole', sumOutcomes],
  [({ snake }) => wholeName.test(snake), sumAll],
  [({ isPlan }) => isPlan, clearPrice],
  [({ snake }) => ownershipName.test(snake), clearRent],
  [({ isOfFile }) => isOfFile, agreeFiles],
  [({ snake }) => fileKindName.test(snake), agreeFolders],
  [({ snake }) => pathOfFile.test(snake), endPath],
  [({ snake }) => distanceName.test(snake), measureTrip],
  [({ snake }) => depthName.test(snake), shareUnit],
  [({ snake }) => boxName.test(snake), measureBox],
  [({ snake, isOfFile }) => isOfFile && fileTypeName.test(snake), writeFile],
  [({ snake }) => contentSizeName.test(snake), measureContent],
  [({ snake }) => endOfSecretName.test(snake), cutEnd],
  [({ snake }) => isForm(snake), keepAspect],
  [({ snake }) => machinesName.test(snake), multiplyReplicas],
  [({ snake }) => aspectName.test(snake), measureAspect],
  [({ snake }) => pixelsName.test(snake), countPixels],
  [({ snake }) => minorName.test(snake), multiplyMinor],
  [({ snake }) => lengthOfTime(snake) !== undefined, measureSpans],
  [({ snake }) => endsName(snake), keepSpansWithin],
  [({ snake }) => lifetimeName.test(snake), endLifetimes],
  [({ snake }) => expiresName(snake), expireLater],
  [({ snake }) => monthsName.test(snake), countMonths],
  [({ snake }) => momentName.test(snake), unifyEpochs],
  [({ snake }) => snake === 'age', agreeAge],
  [({ snake }) => /birth_?year|year_of_birth/.test(snake), agreeBirthYear],
  [({ stateRank }) => stateRank !== undefined, dropWhatDraftsLack],
  [({ snake }) => orderedName.test(snake), orderValues],
  [({ snake }) => totalName.test(snake) || emptyName.test(snake), countOnlyList],
  [({ snake }) => kindName.test(snake), keepOwnVariant, keepNamedPart, dropWhatOthersHave],
  [({ snake }) => isOfWayToPay(snake), keepWayToPay],
  [({ snake }) => isAlternative(snake), keepOneAlternative],
  [({ snake }) => excludingName.test(snake), dropExcluding],
  [({ snake }) => percentName.test(snake), keepAmount],
  [({ snake }) => dayOfRepeatName.test(snake), dropOtherDays],
  [({ snake }) => cardName.test(snake), agreeCard],
  [({ snake }) => accountName.test(snake), agreeAccount],
  [({ snake }) => identificationName.test(snake), agreeIdentification],
  [({ snake }) => pageName.test(snake), agreePages],
  [({ snake }) => pagingName.test(snake), agreePaging],
  [({ snake }) => mayOppose(snake), opposeFlags],
  [({ snake }) => isStage(snake), agreeStages],
  [({ snake }) => mayImply(snake), implyFlags],
  [({ snake }) => roleName.test(snake), grantByRole],
  [({ snake }) => rankedName.test(snake), rankRights],
  [({ snake }) => isPartOfSwitch(snake), switchParts],
  [({ snake, stateRank }) => stateRank !== undefined || kindOf.test(snake), agreeFlagsWithKind],
  [({ snake }) => openName.test(snake), openWithHours],
  [({ snake }) => alwaysOpenName.test(snake), closeAlways],
  [({ snake }) => moreName.test(snake), agreeMore],
  [({ snake, stateRank }) => stateRank !== undefined || onName.test(snake), agreeFlagsWithState],
  [({ flag }) => flag.length > 4, agreeFlagsWithParts],
  [({ flag }) => isFulfilled(flag), fulfilAllParts],
  [({ snake }) => completeName.test(snake), completeProgress],
  [({ snake }) => mayCountNothing(snake), clearDeniedCounts],
]

const allSteps: readonly (readonly AgreeingStep[])[] = [
  ...rows.map(([, ...steps]) => steps),
  ...identityRows.map(([, step]) => [step]),
]
