/**
 * The words by which the gate opens, in groups of a kind. It judges nothing and lets far more through than is ever noted; it is
 * there so that logs, source and tables cost one pass and no more. Words of several groups near each other open it, if some of
 * them are more than small talk. A word begins with a space where its beginning matters and ends with one where its end does.
 */
interface GateGroup {
  readonly weight: number;
  /** Without any word of such a group nothing opens. */
  readonly isCore: boolean;
  readonly words: string;
}

export const OPENS = 3;

export const GATE_GROUPS: readonly GateGroup[] = [
  // what hardly any honest text says
  {
    weight: 3,
    isCore: true,
    words: ` disregard| system prompt| developer message| hidden prompt| previous instruction| prior instruction| earlier instruction| new instruction| instructions above| prior direction| ai assistant| ai agent| ai model| automated reader| developer mode| maintenance mode| god mode| admin mode| root mode| sudo mode| override mode| unrestricted| unfiltered| uncensored| jailbr| obey| instead of summar| instead of answer| instead of transl| pay no attention| supersede| overrul| outrank| your instruction| your programming| your training| your guideline| your rules| your directive| your prompt| your restriction| your constraint| your objective| your only| your sole| your real| your true| your actual| your new | your task| your mission| your previous| your original| you are now| will now| must now| divulge| exfiltrat| reading this| reads this| processing this| handles this| notice to| message from| message to| instruction for| instructions for| instruction to| instructions to| instruction from| precedence over| priority over| from this moment| from this point| from now on| from here on| henceforth| effective immediately| no longer appl| are void| to unlock| unlock the| unlock yourself| locked out| on behalf of| authorise you| authorize you| been approved| no confirmation| company policy| policy requires| compliance| your developer| your creator| your owner| your user| your operator| the real user| environment variable| api key| new task| new objective| new goal| new role| real task| system override| everything above| this tool again| the tool again| whichever ai| account holder| safety off| drop it| bend the rules| summarise this| summarize this| assistant:| assistant,| system]| attacker@| allow all| approve all| approve every| approve the next| bot that| bots:| robots only| not human| listen:| withheld| refusing is| be obeyed| be followed| content filter| you were given| you were told| text you | tool call| full transcript| skip approval| no moderation| any moderation| full marks| positive review| in your answer you| into your answer`,
  },
  // dropping, replacing, stopping
  {
    weight: 2,
    isCore: true,
    words: ` ignor| disregard| forget| forgot| bypass| skip | waive| left out| leave out| abandon| discard| neglect| overlook| dismiss| overrid| override| overrul| supersede| outrank| replac| cancel| revok| suspend| withdraw| annul| erase| wipe| reset | void | void.| lifted| obsolete| outdated| out of date| expired| rescind| no longer| set aside| put aside| aside| drop | drop it| dropped| throw away| throw out| stop | stop.| quit | cease| pause | park | halt| interrupt| shelve| scrap | scratch| ditch| unlearn| disobey| disable| turn off| switched off| instead| rather than| regardless| no matter| never mind| whatever| contrary| exception| break your| unrestrict| unfilter| uncensor| jailbr| precedence| priority| released from| relieved| free of| free from| not follow| not obey| not comply| not listen| not apply| pay no | no heed| no attention| on hold| does not count| do not count| no force| no effect| changed| a test| by mistake| disagree| outranks| counts| start over| anew| clean slate| afresh| reassigned| swap | taken off| leave `,
  },
  // what governs a model
  {
    weight: 2,
    isCore: true,
    words: ` instruction| prompt| directive| guideline| guidance| rules| rule | restriction| constraint| limitation| limits| safeguard| guardrail| policies| policy| orders | order | commands| directions| objective| goal | goals | mission| persona| safety| training| programming| filters| your task| the task| task you| a task| task is| tasks are| assignment| job | duty| brief | question| request| conversation| context| system message| standing order| configuration| all text| text above| text before| the above| everything| anything| nothing| none of| messages| what came| written above| content policy| you know| told`,
  },
  // who is spoken to
  {
    weight: 2,
    isCore: true,
    words: ` assistant| language model| the model| any model| models | ai model| llm | llms| llm,| llm:| the ai | an ai | any ai | to ai | ai assist| ai agent| ai system| ai tool| ais | agent | agent:| agents | agent,| chatbot| bot | bots | robots| copilot| automated| artificial| chatgpt| claude | gemini | machine reader| reading this| reads this| read this| processing this| processes this| handles this| summaris| summariz| indexes this| not human| terminal now| dan mode| mode | mode.| mode,`,
  },
  // who speaks
  {
    weight: 2,
    isCore: true,
    words: ` administrator| admin | admin:| developer| vendor| provider| operator| owner| account holder| creator| makers| authoris| authoriz| authority| approved| pre approv| permission| consent| compliance| mandatory| attention| notice| message from| message to| message for| note to| note from| note for| security team| headquarters| management| on behalf| behalf| instruct| hereby| by order| greetings| dear | system:| system]| system notice| system alert| system override| system directive| internal]| control]| privilege| required by| requires that| are required| cleared in advance| legal department| help desk| support team| head of | work for| principal| employer| speaking| licence| terms oblige| openai| anthropic| approve | allow all| user asked me| user writing| user s wish| supervisor| your manager| your boss| approval| signed off| verified by| signed by`,
  },
  // what is not to leave
  {
    weight: 2,
    isCore: true,
    words: ` secret| credential| password| passphrase| api key| api token| tokens| token | private key| ssh key| ssh | key file| cookie| environment variable|.env | env file| confidential| personal data| card number| credit card| customer list| bank detail| customer email| invoices| mailbox| inbox| chat history| history| hidden| contents of| chain of thought| memory| internal notes| your tools| address book| first user message| very beginning| word for word| verbatim| begin with| key | keys | transcript| private channel| private message| private repo| private file| location| all files| context window|etc/passwd|etc/shadow| refresh token| public gist| connection string| hand over| hand its| hand the | the public| login code| card numbers| home address| date of birth| passport number| seed phrase| tools you | wallet file`,
  },
  // sending and showing
  {
    weight: 1,
    isCore: false,
    words: ` send | sends| sent to| post | forward| upload| email| mail | append| include| paste| attach| transmit| encode| base64| share | leak| print| output| repeat| reveal| divulge| disclos| dump| show | write out| quote | recite| expose| exfiltrat| submit| publish| save | place | ship | copy | collect | gather| tack | translate your| put your| fetch | http| attacker| your answer| your reply| your response| your summary| your report| your next| next request| next tool call| reply | answer | respond`,
  },
  // keeping quiet
  {
    weight: 3,
    isCore: true,
    words: ` not tell| not mention| not inform| not alert| not notify| not reveal| not disclos| not report| not say| not show that| don t tell| don t mention| don t let| never mention| never tell| never reveal| never disclos| say nothing| keep this| keep it | between us| quietly| on the quiet| silently| secretly| covertly| discreetly| unnoticed| keep quiet| without telling| without inform| without mention| without notify| without alert| without asking| without hesitat| without question| without confirm| need to know| need to hear| not need to | must not know| must not learn| must not find| find out| in the dark| hide this| hides the fact| hide that| conceal| leave this out| leave that out| no mention| no trace| any trace| nothing happened| never happened| not a word| not log | no log| disable logging| behind the | remove this note| deny it| pretend| act as though| as if nothing| not ask | not involve| not bother| nobody should| no one should| nobody on`,
  },
  // to you
  { weight: 1, isCore: false, words: ` you | your | yourself| you,| you.| you;| you re ` },
  // from now, must
  {
    weight: 1,
    isCore: false,
    words: ` must | must:| have to| has to| need to| needs to| required to| shall | should | obliged| now | now:| now,| immediately| right away| at once| straight away| urgent| from this| from now| from here| henceforth| henceforward| effective| as of now| starting now| going forward| first.| first,| before you| before answ| before anything| as soon as| only | new | next | current | your real| true | actual| please | kindly| act as | become | enter | switch to| unlock| proceed| continue| retry| again| no need`,
  },
  // of before, of the user
  {
    weight: 1,
    isCore: false,
    words: ` previous| prior | above| earlier| before this| before it| preceding| existing| original| initial| foregoing| so far| old | given | received| past | former| all of | all your| all the | any other| user | user s| users | human| the person| customer| anyone| nobody`,
  },
];
