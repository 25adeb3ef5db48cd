/**
 * Phrases that this project does not write, because a reader who is new to it, or to English, has to translate them first.
 * Each has the words to write instead. Identifiers are split into words, so `offenceKinds` contains "offence".
 */

/** The phrase, and what to write instead. */
type Phrase = readonly [phrase: RegExp, instead: string]

export const phrases: readonly Phrase[] = [
  // What the product does
  [/\bstands? in for\b|\bstand-ins?\b/i, 'is a mock server for; replaces'],
  [/\bbad day\b/i, 'failures'],
  [/\bdepartures? from\b/i, 'a failure or special case'],
  [/\bworlds?\b(?<!hello,? worlds?)/i, 'environment; context'],
  [/\bis silent (on|about)\b/i, 'does not specify'],
  [/\ball is well\b/i, 'works normally'],
  [/\bclients? meets?\b/i, 'what a client gets'],
  [/\b(those|set|one|scenarios?) that ships?\b/i, 'built-in; shipped'],

  // Saying and telling
  [/\btold\b/i, 'reported; described; stated'],
  [/\btells? of\b|\bspeaks? of\b/i, 'reports; describes'],
  [/\btell (?=[A-Z])/, 'describe…; report…'],
  [/\btells? (\w+ ){0,5}apart\b/i, 'distinguishes'],
  [/\b(say|says|said|saying) so\b/i, 'reports it'],
  [/\bis wrong is said\b|\bis said (of|in one)\b|\bnothing is said\b/i, 'is reported'],
  [/\b(is|are) known of\b/i, 'is known about'],
  [/\bis not looked at\b|\bare not looked at\b/i, 'is ignored'],
  [/\breckon(s|ed|ing)?\b/i, 'compute; count; assume'],
  [/\bjudg(e|es|ed|ing)\b/i, 'check; evaluate; decide'],
  [/\bdoubts?\b/i, 'lint warning'],
  [/\bwhat came (instead|of|in|to|out|with)\b/i, 'what arrived; the result'],
  [/\bhow (it|they|that) went\b|\bwent well\b/i, 'the result; succeeded'],

  // Checking and rejecting
  [/\b(held|holds?|holding) (\w+ ){0,7}against\b/i, 'validates'],
  [/\brefus(e[sd]?|ing|als?)\b(?<!connection refused)(?!=)/i, 'reject; rejection'],
  [/\boffen[cs]es?\b/i, 'issue'],
  [/\bwell-formed (\w+ )?(key|credential)/i, 'syntactically valid'],
  [/\b(good|bad) (\w+ )?(keys?|credentials?|tokens?|escapes?|limits?)\b/i, 'valid; invalid'],
  [/\bno good\b/i, 'not valid'],
  [/\bturn(s|ed|ing)? back\b/i, 'backtrack'],
  [/\bwithout end\b/i, 'catastrophically; endlessly'],
  [/\bhits? nothing\b/i, 'matches nothing'],
  [/\bleads? nowhere\b/i, 'cannot be resolved'],
  [/\bput(s|ting)? right\b/i, 'fix'],
  [/\bdefects?\b/i, 'bug'],
  [/\bof ours\b/i, 'in Standin; our own'],
  [/\bin vain\b/i, 'without effect'],
  [/\btakes? any\b/i, 'accepts any'],
  [/\btak(e|es|en|ing) up\b|\btook up\b/i, 'reload'],
  [/\b(is|are|was|were|be|been) taken for\b|\btak(e|es|ing) (\w+ ){1,2}for granted\b/i, 'is treated as; is assumed'],

  // Negations
  [/\bthat there (is|are|was|were)\b/i, 'that exists'],
  [/(?<!\bthere )\b(is|are|was|were) none( that| of|[.,;:)]|$)/i, 'is not a …'],
  [/\bnone that\b/i, 'no … that'],
  [/(?<!\bthere )(?<!\bwhere )\b(is|are|was|were) no (?!longer\b|more\b)\w+/i, 'is not a …'],
  [/\b(is|are) no more\b/i, 'no longer exists'],
  [/\band no other\b/i, 'only'],
  [/\bof which (no|none|nothing)\b/i, 'without'],
  [/\bbesides\b/i, 'in addition to; also'],
  [/\bsave (that|for|where|when|what|by|in|one|as)\b/i, 'except'],
  [/\bbut for\b/i, 'except'],
  [/\bbut not so\b/i, 'but not'],
  [/\b(do|does) without\b/i, 'does not need'],

  // Having, going, standing
  [/\bhad by\b|\b(can|cannot) be had\b|\b(is|to be) had\b/i, 'belongs to; is available'],
  [/\bas (\w+ ){1,4}(has|have) (it|them)\b/i, 'as … specifies'],
  [/\bwhose (it|they) (is|are)\b|\bwhose a record\b/i, 'the parent that it belongs to'],
  [/\bis there only\b/i, 'is visible only under'],
  [/\bgo(es|ing)? by\b/i, 'uses; is identified by'],
  [/\bgo(es)? so\b|\bhad so\b/i, 'works this way'],
  [/\b(stands?|stood)\b(?!-)/i, 'is; is written; represents'],
  [/\b(in|into|takes?|took) (the|its|their) place of\b/i, 'instead of; replaces'],
  [/\bthrow(s|n|ing)? (\w+ ){0,2}away\b/i, 'delete; discard'],
  [/\btak(e|es|en|ing) (\w+ ){1,2}away\b|\btaken away\b/i, 'remove'],
  [/\bgiv(e|es|en|ing) back\b|\bhand(s|ed|ing)? back\b/i, 'return'],
  [/\bpass(es|ed)? over\b/, 'skip; ignore'],
  [/\bmov(e|es|ed|ing) on\b/i, 'advance'],
  [/\bcomes? to (its|their) turn\b/i, 'is reached'],
  [/\b(lies|lay) (in|at|before|behind|below|beside|between|on|outside|there)\b/i, 'is'],
  [/\bheed(s|ed|ing)?\b/i, 'respect; use'],
  [/\bto the letter\b/i, 'exactly'],
  [/\bmost particular\b/i, 'most specific'],
  [/\bodd\b/i, 'unusual; name what is unusual'],
  [/\bso many\b/i, 'this many; give the number'],
  [/\bdear(er)?\b/, 'expensive'],

  // Values, requests and responses
  [/\bmade[- ]up\b|\bmak(e|es|ing) up\b/i, 'generated'],
  [/\bmade of\b/i, 'built from; generated from'],
  [/\banew\b/i, 'again; regenerated'],
  [/\bask(s|ed|ing)? for\b/i, 'request; require'],
  [/\bis asked\b|\bare asked\b/i, 'is called; is requested'],
  [/\banswer(s|ed|ing)? with\b/i, 'responds with; returns'],
  [/\bkeep(s|ing)? answers\b/i, 'replay'],
  [/\bwish(es|ed)?\b/i, 'preference'],
  [/\btexts\b/i, 'strings'],
  [/\bper cent\b/i, 'percent; percentage'],
  [/\b(its|their|the|that|'s|without) endings?\b/i, 'file extension'],
  [/\bas it came\b|\bas they came\b/i, 'as received; unchanged'],
  [/\bForms\b|\bforms? that (there|a discriminator)\b/, 'variants'],
  [/\bscenes?\b/i, 'request context'],
  [/\bMeans\b/, 'dependencies (Deps)'],
  [/\bForced\b(?! response)/, 'scripted'],
  [/\bMade Body\b/, 'generated body'],
]

export interface Found {
  readonly line: number
  readonly phrase: string
  readonly instead: string
}

/** One line of source as words: no comment marks, identifiers split. */
const toWords = (line: string): string =>
  line
    .replace(/^\s*(\/\*\*?|\*\/|\*(?= |$)|\/\/|#+|>|[-|] )\s?/, '')
    .replace(/\s*\*\/\s*$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .trim()

/** Finds the phrases in a file's text; a phrase may continue on the next line. */
export const findPhrases = (text: string): readonly Found[] => {
  const starts: number[] = []
  let words = ''
  for (const line of text.split('\n')) {
    starts.push(words.length)
    words += `${toWords(line)} `
  }
  const lineAt = (index: number): number => starts.filter((start) => start <= index).length
  return phrases
    .flatMap(([phrase, instead]) =>
      [...words.matchAll(new RegExp(phrase, `${phrase.flags}g`))].map((match) => ({
        line: lineAt(match.index),
        phrase: match[0],
        instead,
      })),
    )
    .sort((a, b) => a.line - b.line)
}
