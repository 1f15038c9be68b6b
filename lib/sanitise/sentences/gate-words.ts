/**
 * The words by which the gate opens. It judges nothing and lets far more through than is ever noted; it is there so that logs,
 * source and tables cost one pass and no more. A word begins with a space where its beginning matters.
 */
interface GateGroup {
  /** Together with other groups nearby it takes `OPENS` to look closer. */
  readonly weight: number;
  readonly words: string;
}

export const OPENS = 2;

export const GATE_GROUPS: readonly GateGroup[] = [
  // what hardly any honest text says
  {
    weight: 2,
    words: ` disregard| system prompt| system message| developer message| hidden prompt| initial prompt| original prompt| previous instruction| prior instruction| earlier instruction| preceding instruction| new instruction| instructions above| language model| ai assistant| ai agent| ai model| automated reader| automated agent| assistants reading| agents reading| between us | developer mode| maintenance mode| god mode| admin mode| unrestricted| unfiltered| uncensored| jailbr| do anything now| obey| instead of summar| instead of answer| instead of transl| instead of respond| instead of review| instead of analy| instead of continu| rather than summar| rather than answer| were asked| were told| been told| was told| been asked| told you| asked you| guardrail| safety guideline| safety rule| safety filter| content policy| pay no | no attention to| supersede| overrul| outrank| conversation so far| chat history| your instruction| your programming| your training| your guideline| your rules| your directive| your prompt| your restriction| your constraint| your limit| your objective| your only| your sole| your real| your true| your actual| your new | your task| your current| your mission| your goal| your role| your persona| your previous| your original| your earlier| you are now| you re now| will now| must now| pretend| roleplay| role play| divulge| exfiltrat| secretly| covertly| quietly| discreetly| unnoticed| without telling| without inform| without mention| without notify| without alert| not tell| not mention| not inform| not alert| not notify| not reveal| not disclos| never mention| never tell| never reveal| never disclos| keep this| need to know| must not know| must not learn| mandatory for| reading this| processing this| parsing this| handling this| notice to| notice from| message from| message to| note to| instruction for| instructions for| instruction to| instructions to| precedence over| priority over| from this moment| from this point| from now on| from here on| henceforth| effective immediately| no longer appl| no longer valid| no longer bind| no longer follow| are void| is void| null and void| instructions are| instructions have| rules are| to unlock| locked out| on behalf of| authorise you| authorize you| been approved| pre approved| no confirmation| without confirm| without asking| without hesitat| without question| company policy| policy requires| compliance note| compliance notice| model vendor| model provider| your developer| your creator| your owner| your user| your operator| the real user| system prompt| secret values| all secrets| seed phrase| passwords| api keys| dan mode| stop everything| change of plan| new task| new objective| new goal| new directive| new role| next action| true task| real task| system override| admin override| security override| priority instruction| system directive| security bypass| environment variable| api key| elevated privilege| attacker| not summar| not answer| on hold| a test | bypass all| allow all| approve all| approve every| approve the next| never existed| user no longer| to be obeyed| to be followed| to be ignored| pasted| paste it| the ai | an ai | any ai | assistant `,
  },
  {
    weight: 1,
    words: ` ignor| forget| forgot| bypass| abandon| discard| neglect| set aside| put aside| drop it| drop the| drop your| drop all| stop following| cancel| revok| reset your| erase| wipe| not follow| not obey| not comply| not apply| not listen| not heed| disobey| no longer| instead| rather than| overrid| override| nullif| invalid| void`,
  },
  {
    weight: 1,
    words: ` instruction| prompt| directive| guideline| restriction| constraint| limitation| safeguard| policies| policy| objective| mission| persona| safety| everything you| anything you| whatever you| all text| text above| text before| above text| conversation| user s request| the rules| all rules| prior rules| previous rules| earlier message| previous message| the task| prior context| previous context`,
  },
  {
    weight: 1,
    words: ` assistant| to ai | the ai | an ai | any ai | all ai | ai agent| ai assist| ai model| ai system| ai reading| ai must| ai should| ais must| agents | llms| an llm| the llm| any llm| chatbot| copilot| openai| anthropic| claude| gemini| chatgpt| gpts`,
  },
  {
    weight: 1,
    words: ` administrator| authoris| authoriz| vendor| compliance| mandatory| security team| security notice| security alert| developer| urgent| attention| privilege| superuser`,
  },
  {
    weight: 1,
    words: ` secret| credential|.env | password| api key| access token| private key| environment variable| confidential| customer list| contents of| env file| sensitive`,
  },
  {
    weight: 1,
    words: ` reveal| forward| upload| append| paste| transmit| encode| leak| disclos| your answer| your reply| your response| your summary| your next| silently| next tool call| next request`,
  },
];
