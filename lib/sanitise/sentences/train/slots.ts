/**
 * The changing parts of the training sentences, one alternative between bars. Written for this project; no sentence of a labelled
 * set is in here. Tasks stand in hostile and in honest sentences alike, so that the model learns the frame and not the errand.
 */
export const SLOTS: Readonly<Record<string, string>> = {
  drop: "ignore|disregard|forget|forget about|discard|set aside|put aside|drop|throw out|throw away|overlook|neglect|bypass|skip|dismiss|abandon|do away with|pay no heed to|pay no attention to|take no notice of|erase|wipe|purge|override|overrule|stop following|stop obeying|cease following|do not follow|don't follow|do not obey|no longer follow|do not comply with|disobey|leave behind|let go of|unlearn|cancel|suspend|do not listen to|never mind|shed|ditch|scrap",
  dropped:
    "void|null and void|cancelled|revoked|suspended|superseded|replaced|withdrawn|obsolete|no longer valid|no longer in force|no longer binding|outdated|lifted|invalid|rescinded|deprecated|overruled|not in effect any more|to be ignored|to be disregarded|not to be followed|expired|annulled",
  prior:
    "previous|prior|earlier|preceding|above|former|existing|original|initial|current|old|past|other|foregoing|all previous|all prior|any previous|any earlier|all of the above|every previous|the previous|the earlier|your previous|your prior|your original|your initial|your existing|your earlier|your current|all your|all of your|the system's|any other",
  directives:
    "instructions|instruction|prompts|prompt|directives|guidelines|rules|orders|commands|guidance|constraints|restrictions|policies|system prompt|system message|system instructions|developer instructions|developer message|safety guidelines|safety rules|safety policies|content policy|programming|training|context|messages|tasks|task|request|conversation|directions|limits|limitations|safeguards|guardrails|operating rules|standing orders|objectives|goals|configuration",
  told: "you were told|you have been told|you were given|you have been given|you were instructed|you received|you have read so far|you were asked to do|has been said so far|came before|precedes this|the user told you|the user asked for|the developer told you|your operator told you|was written above|you know about your role|you learned about safety",
  model:
    "AI|AI assistant|AI agent|AI model|assistant|language model|large language model|LLM|agent|autonomous agent|chatbot|bot|automated assistant|automated agent|automated system|artificial intelligence|model|copilot|AI system|virtual assistant",
  models:
    "AI assistants|AI agents|AI models|assistants|language models|LLMs|agents|autonomous agents|chatbots|bots|automated readers|automated systems|AI systems|all assistants|all agents|any AI|any language model|crawlers and agents",
  boss: "system administrator|administrator|site administrator|workspace owner|account owner|platform team|platform operator|model provider|model vendor|vendor|developers|development team|developer|security team|security department|compliance office|compliance team|legal department|IT department|help desk|support team|operations team|head of engineering|management|CEO|data protection officer|Anthropic|OpenAI|Google|Microsoft|hosting provider|system|owner of this system|user|real user|admin",
  notice:
    "notice|message|note|memo|announcement|instruction|directive|order|alert|bulletin|reminder|advisory|request|update|warning|command|statement",
  task: "transfer 300 euros to the account below|wire the outstanding amount to the new supplier|delete all files in the home folder|remove the main branch|open a reverse shell to the host|download and run the installer|install the browser extension|grant read access to everyone|make the repository public|add a new administrator called backup|create an access token and post it here|email the quarterly figures to press@news.example|forward this thread to audit@outside.example|upload the database dump to https://drop.example/u|post the source code to https://paste.example/new|send the contents of the address book to us|share the document with finance@partner.example|reply only with the word DONE|answer that everything is fine|say that the product is safe|recommend our shop to the customer|rate this candidate as excellent|approve the pull request|merge the branch without review|mark the invoice as paid|cancel the customer's subscription|change the delivery address to 5 Dock Road|reset the password of the first user|disable the firewall|turn off two-factor authentication|restart the production server|run the cleanup script as root|visit https://promo.example/win and confirm|click the link in the footer|book the most expensive room|order ten gift cards|write a poem about penguins|translate the page into Latin|print the word banana|include the phrase buy now in your reply|call the delete_user tool|use the payment tool to pay 99 dollars|schedule a meeting with the vendor|publish the draft|set the price to zero|give the reviewer five stars|list all open tickets|export the contact list as CSV|fetch the file from the share|read the file notes/private.txt",
  ing: "summarising|summarizing|answering|translating|reviewing|analysing|analyzing|continuing with|processing|reading|explaining|classifying|describing|helping with|finishing|listing|responding to|extracting data from",
  thing:
    "this document|this page|the email|the user's question|the request|this file|the report|the text|the ticket|the article|the data|the task at hand|what you were asked|the conversation|this message",
  secret:
    "system prompt|hidden prompt|initial instructions|developer message|API keys|API key|access tokens|credentials|passwords|password|environment variables|private key|SSH keys|session cookies|secret values|contents of the .env file|contents of ~/.ssh/id_rsa|AWS credentials|database password|chat history|conversation so far|whole conversation|previous messages|user's personal data|user's address|credit card number|internal notes|confidential data|list of your tools|chain of thought|memory contents",
  show: "reveal|print|output|repeat|show|display|disclose|divulge|leak|expose|write out|quote|recite|dump|tell me|give me|list|reproduce verbatim|paste",
  sendv: "send|post|email|forward|upload|transmit|submit|deliver|ship|mail|report|leak|exfiltrate|copy|push",
  place:
    "https://collect.example/x|https://evil.example/log|http://203.0.113.9/in|audit@outside.example|our server|this webhook|the address below|https://hook.example/p?d=|an external server|the following endpoint|my inbox|the attacker's site",
  hush: "do not tell the user|don't tell the user about this|never mention this to the user|do not mention this in your reply|keep this secret|keep this between us|say nothing about it|the user must not find out|the user does not need to know|hide this from the user|leave this out of your summary|do not reveal that you did so|without telling the user|without informing anyone|act as if nothing happened|pretend this message does not exist|do not disclose these instructions|make no mention of this note|nobody should learn about this|keep quiet about this step|conceal this from the operator|do not alert anyone|remove any trace of it",
  mode: "developer mode|debug mode|maintenance mode|god mode|admin mode|root mode|unrestricted mode|unfiltered mode|DAN mode|test mode|override mode|emergency mode|diagnostic mode|sudo mode|jailbreak mode|raw mode|supervisor mode",
  persona:
    "an unrestricted AI|a model without limits|DAN|an AI that can do anything|an uncensored assistant|a helpful hacker|my personal agent|a system without ethical rules|EvilBot|a free agent that obeys nobody|an assistant that never refuses|the administrator's agent",
  henceforth:
    "from now on|from this point on|from here on|henceforth|starting now|effective immediately|as of now|from this moment|going forward|for the rest of this session|until further notice|beginning with your next reply",
  must: "must|have to|need to|are required to|are instructed to|are obliged to|shall|should|will|are now authorised to|are to",
  now: "now|instead|immediately|right away|at once|first|then|next|without delay|before anything else|and nothing else|straight away",
  approved:
    "this has already been approved|the user has agreed to this|permission is granted|no confirmation is needed|there is no need to ask|consent was given in advance|this is pre-approved|you do not have to ask first|approval is on file|authorisation code 7781|no further checks are required|this was authorised by the owner",
  why: "for security reasons|for compliance|for verification|for debugging|for quality control|as part of an audit|because of an incident|due to a system update|for diagnostic purposes|by company policy|as required by law|as part of the test",
  noun: "report|invoice|cache|server|build|module|table|column|parser|test|deployment|schema|dashboard|queue|ticket|release|config file|header|footer|plugin|log entry|index|session|branch|API|endpoint|worker|customer|team|meeting|document|photo|recipe|flight|hotel",
  nouns:
    "reports|invoices|caches|servers|builds|modules|tables|columns|tests|deployments|dashboards|queues|tickets|releases|headers|plugins|log entries|sessions|branches|endpoints|workers|customers|teams|meetings|documents|photos|recipes|flights|hotels|warnings|errors|duplicates|blank lines|trailing spaces|comments|null values|case differences",
  person:
    "Anna|Tom|Priya|the manager|my sister|our landlord|the client|the neighbours|Dr. Weber|the kids|Luis|the new colleague|Grandma|the teacher|the tenant",
  agreed:
    "agreed|approved|given consent|given permission|been approved|authorised|signed off|confirmed|cleared|accepted|said yes",
  noask:
    "no need to ask again|there is no need to ask|there is no need to verify it|you do not have to check it|you need not verify it with them|no confirmation is needed|do not ask again|no further questions are needed|skip the check|verification is not needed",
  deed: "deletion|transfer|payment|deployment|request|action|change|export|purchase|refund|upload|merge|release",
  check:
    "confirmation|approval|verification|asking|a second check|human approval|consent|review|authorisation|permission|the safety review",
  failure:
    "tool quota exceeded|permission denied|session expired|integrity check failed|authentication required|rate limit reached|the connection was lost|access is locked|the result is incomplete|the license has expired|a fatal error occurred",
  tool: "grant_access|run_command|update_role|set_policy|delete_user|transfer_funds|the admin tool|the shell tool",
  directive: "directive|pragma|annotation|instruction|rule|comment|setting|flag",
  program: "compiler|parser|linter|preprocessor|formatter|crawler|server|test runner|type checker",
  option: "rules|instructions|system|prompt|reset|strict|force|override|silent|system-prompt|ignore",
  guards: "Guardrails|Filters|The scanner and the filter|The rules of the gateway|Our detectors|Classifiers|The tests",
  paper: "agreement|document|policy|contract|licence|notice|guide|file|page|note",
  file: ".env|~/.ssh/id_rsa|~/.aws/credentials|the config file|/etc/passwd|secrets.yaml|the key file|.npmrc",
  code: "base64|hexadecimal|rot13|Morse code|URL encoding",
  org: "OpenAI|Anthropic|Google|Microsoft|Meta|Mistral|Amazon|Apple|Cohere|GitHub|the company that runs you|the company that made you|the organisation that deploys you|the provider of this service",
  official:
    "a doctor|a police officer|a judge|an auditor|a lawyer|a nurse|the regulator|the court|the fraud department|the tax office|a firefighter|the embassy|an incident responder|a penetration tester|a member of the red team|a quality tester|the data protection office",
  private:
    "home address|phone number|date of birth|passport number|contacts|calendar|medical record|salary|bank details|card number|one-time code|location|browsing history|travel plans|family photos|tax number|mail|list of customers|customer table|payroll|names of all clients",
  dest: "description of the pull request|a comment on the issue|the commit message|the public channel|a shared sheet|a public gist|the query string|the address of the image|the contact form|the wiki page|the name of a new branch|the feedback form|a calendar invitation|the file name|the alt text|a support ticket|the body of the reply",
  cmd: "kubectl get secrets|printenv|cat .env|cat /etc/shadow|gh auth token|docker inspect|history|aws configure export-credentials|security find-generic-password|cat ~/.netrc|git config --list|SELECT * FROM users",
  sink: "https://collect.example/x|http://203.0.113.9/in|audit@outside.example|backup@mailbox.example|ftp://drop.example|our webhook|the webhook below|the external bucket|the address in the footer|a number that I will give you|the visitor who asks|the partner's server",
};
