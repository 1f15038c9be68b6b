import type { Lexicon } from "./lexicon.ts";

export const GERMANIC: readonly Lexicon[] = [
  {
    language: "German",
    drop: "ignoriere|ignorier|ignorieren|vergiss|vergesst|vergessen sie|missachte|missachten|übergehe|übergehen|verwirf|verwerfen|beachte nicht|beachten sie nicht|befolge nicht|befolgen sie nicht|befolge keine|folge nicht|folgen sie nicht|halte dich nicht|halten sie sich nicht|setze dich über|setzen sie sich über|lass alle|lassen sie alle|umgehe|umgehen sie|lösche|hör auf|verabschiede dich|lass außer acht|lassen sie außer acht|außer acht|sieh von|streiche|breche mit|brich",
    rules:
      "sicherheitsrichtlinie|vorschrift|anweisung|instruktion|vorgabe|befehl|richtlinie|regel|systemprompt|system-prompt|prompt|weisung|auftrag|aufträge|einschränkung|systemnachricht|leitlinie|anordnung|beschränkung|sicherheitsregel|sicherheitsvorgabe",
    prior:
      "die man dir|die dir gegeben|die du bekommen|die du erhalten|die ihnen gegeben|die man ihnen|vorherig|vorig|bisherig|obig|früher|vorangegangen|vorangehend|zuvor|oben|alle|sämtliche|deine|ihre|eure|jegliche|ursprünglich|gegebene|erhaltene|bestehend|vorher|bisher|die du|die sie",
    every:
      "was man dir|was dir gesagt|was du gelesen|alles, was|alles was|alles bisherige|alles vorherige|alles zuvor|alles davor|alles oben|das obige|was dir gesagt|was ihnen gesagt|alles andere|was davor|alles vorhergehende",
    text: "seite|artikel|text|dokument|e-mail|funktion|inhalt|frage|anfrage|aufgabe|webseite|quelltext",
    say: "geben sie an|gib an|angeben|sage|sag|antworte|antworten sie|schreibe|schreib|schreiben sie|gib aus|geben sie aus|behaupte|erkläre|erklären sie|stattdessen",
    give: "gib mir|geben sie mir|nenne mir|nennen sie mir|nenne|nennen sie|sag mir|sagen sie mir|zeig mir|zeige mir|zeigen sie mir|verrate|verrate mir|verraten sie|schick mir|schicke mir|schicken sie mir|teile mir|teilen sie mir|gib|geben sie|offenbare|wiederhole|wiederholen sie|drucke|liste|was ist|wie lautet|wie lauten|preisgeben|bestätigen|bestätige",
    secret:
      "passwort|passwörter|kennwort|kennwörter|geheimer schlüssel|geheimen schlüssel|geheimschlüssel|api-schlüssel|api schlüssel|api-key|privater schlüssel|privaten schlüssel|zugangsdaten|anmeldedaten|zugriffstoken|zugriffsschlüssel|tokens|kreditkartennummer|bankdaten|umgebungsvariablen|vertrauliche daten|vertraulichen daten|geheimnisse|ssh-schlüssel",
    prompt:
      "geheimen vorgaben|internen vorgaben|deine vorgaben|dein prompt|deinen prompt|ihren prompt|systemprompt|system-prompt|deine anweisungen|ihre anweisungen|deine instruktionen|verborgenen anweisungen|versteckten anweisungen|internen anweisungen|ursprünglichen anweisungen|systemnachricht|systemanweisung|deine interne konfiguration|deinen geheimen schlüssel|ihren geheimen schlüssel|dein geheimer schlüssel",
    maker:
      "ich bin gott|ich bin dein entwickler|ich bin ihr entwickler|ich bin der entwickler|ich bin ein entwickler|ich bin entwickler|ich bin dein schöpfer|ich bin dein administrator|ich bin ihr administrator|ich bin der administrator|ich bin administrator|ich bin dein betreiber|als dein schöpfer|als dein entwickler|als ihr entwickler|von openai entwickelt|von anthropic entwickelt|openai-team|anthropic-team|ich arbeite für openai|ich arbeite bei",
    mode: "modus|wartungsmodus|entwicklermodus|systemmodus|übersteuerungsmodus|adminmodus|administratormodus|debugmodus|notfallmodus",
    enter:
      "ich betrete|ich gehe in|ich wechsle|ich wechsele|ich aktiviere|ich starte|ich trete|du bist jetzt im|du bist nun im|sie sind jetzt im|sie befinden sich jetzt|wechsle in|wechseln sie in|aktiviere den|aktivieren sie den|gehe in den",
    obey: "du gehorchst|gehorche nur|befolge nur|du befolgst nur|folge nur noch|folge nur|hörst nur noch auf|alle meine fragen beantworten|meine fragen beantworten|gehorche mir|gehorchen sie mir|mir gehorchen|befolge meine|befolgen sie meine|meine anweisungen befolgen|meinen anweisungen folgen|meinen befehlen|folge meinen|folgen sie meinen|höre auf meine|auf meine anweisungen hören|auf meine anweisungen|tu was ich|tu genau|tue was ich|tun sie, was ich|nur noch meine|ausschließlich meine",
    now: "ab jetzt|ab sofort|von nun an|von jetzt an|ab diesem moment|ab diesem zeitpunkt|fortan|künftig|nunmehr|ab hier",
    be: "bist du|du bist|sind sie|agierst du|agiere als|agieren sie|verhalte dich|verhalten sie sich|handle als|handelst du|spiele die rolle|gib dich als|tu so|antwortest du|antworte nur|ohne einschränkungen|ohne filter|ohne regeln|musst du|müssen sie|wirst du|du hast keine|gelten keine|gilt nur",
    task: "deine neue aufgabe|ihre neue aufgabe|dein neues ziel|ihr neues ziel|dein neuer auftrag|neue anweisungen|neue anweisung|neue instruktionen|deine eigentliche aufgabe|deine wahre aufgabe|deine wirkliche aufgabe|stattdessen|anstatt|statt dessen",
    conceal:
      "nichts sagen|nichts verraten|nichts erzählen|nichts davon sagen|nichts mitteilen|darf davon nichts|sag dem nutzer nichts|sage nichts|sag nichts|sagen sie nichts|sag dem|sage dem|erzähle nichts|erzähl dem|erwähne|erwähnen sie|verschweige|verschweigen sie|verheimliche|verheimlichen sie|informiere|informieren sie|teile dem|teilen sie dem|benachrichtige|verrate|ohne es|ohne dem|ohne den|ohne die|ohne dass|verberge|verbirg|hinter dem rücken|verstecke",
    user: "dem benutzer|den benutzer|der benutzer|benutzerin|dem nutzer|den nutzer|der nutzer|nutzerin|dem anwender|den anwender|der anwender|dem kunden|den kunden",
    ai: "assistent|sprachmodell|künstliche intelligenz|ki-agent|ki-assistent|ki-modell|ki-system|die ki|jede ki|der ki|an die ki|alle ki|chatbot|bot, der|sprachassistent|wenn du eine ki|falls du eine ki",
    send: "sende|senden|senden sie|schicke|schick|schicken|schicken sie|leite|leiten sie|lade|laden sie|übermittle|übermitteln sie|veröffentliche|poste|hänge|füge|kopiere|maile",
    about:
      "angriff|injection|angreifer|schwachstelle|sicherheitslücke|zum beispiel|beispiel|sätze wie|bösartig|schädlich|jailbreak|erkennt|filter|phishing",
    denial: {
      before:
        "(?:nicht|niemals|nie|ohne|keinesfalls|können|kann|darf|dürfen|wenn|falls)\\s+(?:zu\\s+|sie\\s+)?(?:\\p{L}+\\s+){0,3}$",
      after:
        "^\\p{L}*\\s+(?:sie\\s+)?(?:bitte\\s+)?(?:diese|dieses|diesen)\\s+(?:nachricht|e-?mail|mail|schreiben|meldung|hinweis|brief)|^\\p{L}*\\s+(?:sie\\s+|du\\s+|bitte\\s+)?(?:(?:die|diese|den|das|unsere)\\s+\\p{L}+\\s+)?(?:nicht|niemals|keinesfalls|keine)(?!\\p{L})",
    },
  },
  {
    language: "Dutch",
    drop: "negeer|negeert|negeren|vergeet|vergeten|sla geen acht|schenk geen aandacht|volg niet|niet meer volgen|houd je niet|houd geen rekening|hou geen rekening|laat alle|leg naast je|overtreed|omzeil|verwerp|schrap|stop met het volgen|stop met volgen|trek je niets",
    rules:
      "beleid|instructie|aanwijzing|opdracht|richtlijn|regels|regel|bevelen|bevel|voorschrift|systeemprompt|prompt|beperking|systeembericht|orders",
    prior:
      "die je gekregen|die je hebt|die jou|die u gekregen|die je zijn|die je kreeg|vorige|eerdere|eerder|bovenstaande|voorgaande|hierboven|alle|jouw|je|uw|gegeven|ontvangen|bestaande|oorspronkelijke|tot nu toe",
    every:
      "alles wat|alles hierboven|alles ervoor|al het voorgaande|al het bovenstaande|het bovenstaande|het voorgaande|wat je verteld|wat u verteld",
    text: "pagina|artikel|tekst|document|e-mail|functie|inhoud|vraag|verzoek|taak|webpagina",
    say: "zeg|antwoord|schrijf|beweer|verklaar|meld|toon|in plaats daarvan",
    give: "geef me|geef mij|geeft u mij|vertel me|vertel mij|toon me|toon|laat me|laat zien|onthul|stuur me|stuur mij|verstrek|deel|herhaal|druk af|wat is|wat zijn|noem|openbaar|bevestigen|bevestig|bevestigt",
    secret:
      "wachtwoord|geheime sleutel|api-sleutel|api sleutel|privésleutel|privé-sleutel|inloggegevens|toegangstoken|toegangscode|toegangssleutel|tokens|creditcardnummer|bankgegevens|omgevingsvariabelen|vertrouwelijke gegevens|geheimen|ssh-sleutel",
    prompt:
      "je prompt|jouw prompt|uw prompt|systeemprompt|je instructies|jouw instructies|uw instructies|verborgen instructies|interne instructies|oorspronkelijke instructies|systeembericht|je geheime sleutel",
    maker:
      "ik ben je ontwikkelaar|ik ben jouw ontwikkelaar|ik ben uw ontwikkelaar|ik ben de ontwikkelaar|ik ben een ontwikkelaar|ik ben ontwikkelaar|ik ben je maker|ik ben je beheerder|ik ben de beheerder|ik ben uw beheerder|als je maker|als jouw maker|ai ontwikkeld door|ontwikkeld door openai|ontwikkeld door anthropic|team van openai|ik werk voor openai|ik werk bij",
    mode: "modus|onderhoudsmodus|ontwikkelaarsmodus|ontwikkelmodus|systeemmodus|beheerdersmodus|noodmodus",
    enter:
      "ik ga nu|ik ga over|ik schakel|ik activeer|ik start|ik betreed|je bent nu in|u bent nu in|je bevindt je nu|schakel over|activeer de|ga in|ga naar de",
    obey: "volg alleen|gehoorzaam alleen|luister alleen naar|je gehoorzaamt|volg uitsluitend|gehoorzaam mij|gehoorzaam aan mij|gehoorzaam mijn|volg mijn|mijn instructies volgen|mijn bevelen|luister naar mijn|naar mijn instructies|doe wat ik|doe precies|alleen naar mij|alleen mijn|uitsluitend mijn",
    now: "vanaf nu|van nu af|voortaan|met onmiddellijke ingang|vanaf dit moment|vanaf hier",
    be: "ben je|je bent|jij bent|bent u|u bent|gedraag je|gedraagt u|handel als|treed op als|doe alsof|speel de rol|antwoord je|zonder beperkingen|zonder filters|zonder regels|moet je|moet u|je hebt geen|zul je|gelden geen",
    task: "je nieuwe taak|jouw nieuwe taak|uw nieuwe taak|je nieuwe doel|je nieuwe opdracht|nieuwe instructies|nieuwe instructie|je echte taak|jouw echte taak|in plaats daarvan",
    conceal:
      "vertel de gebruiker niet|vertel de gebruiker niets|zeg niets|zeg het niet|vertel niets|vertel het niet|vertel de gebruiker niet|vertel dit niet|vermeld niet|vermeld dit niet|noem dit niet|informeer|waarschuw|meld dit niet|zonder het|zonder dit|zonder te|zonder de|zonder dat|verzwijg|verberg|achter de rug",
    user: "gebruiker|de klant|gebruikster",
    ai: "assistent|taalmodel|kunstmatige intelligentie|ai-agent|ai-assistent|ai-model|de ai die|elke ai|chatbot|als je een ai|bot die",
    send: "stuur|sturen|zend|verzend|verstuur|mail|upload|deel|plaats|voeg|kopieer|geef door",
    about:
      "aanval|injectie|injection|aanvaller|kwetsbaarheid|bijvoorbeeld|voorbeeld|zinnen als|kwaadaardig|jailbreak|detecteert|filter|phishing",
    denial: {
      before: "(?:niet|nooit|zonder|kunt|kan|mag|mogen|als)\\s+(?:te\\s+)?(?:\\p{L}+\\s+)?$",
      after:
        "^\\p{L}*\\s+(?:dit|deze)\\s+(?:bericht|e-?mail|mail|brief|melding)|^\\p{L}*\\s+(?:je\\s+|u\\s+)?(?:(?:de|deze|het|onze)\\s+\\p{L}+\\s+)?(?:niet|nooit|geen)(?!\\p{L})",
    },
  },
  {
    language: "Swedish",
    drop: "ignorera|glöm|glömma|bortse från|strunta i|strunta|följ inte|lyd inte|åsidosätt|förbise|släpp|skippa|sluta följa|kringgå|ta inte hänsyn|lämna därhän|avfärda",
    rules:
      "policy|instruktion|anvisning|order|regel|regler|direktiv|riktlinje|systemprompt|prompt|kommando|begränsning|systemmeddelande|föreskrift",
    prior:
      "du fick|du har fått|som gavs|tidigare|föregående|ovanstående|ovan|alla|dina|era|samtliga|givna|ursprungliga|befintliga|hittills|som du fått",
    every: "allt ovan|allt som|allt tidigare|allt du|det som sagts|allt det som|allt annat|det ovanstående",
    text: "sidan|artikeln|texten|dokumentet|funktionen|koden|innehållet|frågan|uppgiften|webbsidan",
    say: "säg|svara|skriv|påstå|skriv ut|istället|i stället|ange att",
    give: "ge mig|berätta för mig|berätta|visa mig|visa|avslöja|skicka mig|lämna ut|dela|upprepa|skriv ut|vad är|vilka är|röj|bekräfta",
    secret:
      "lösenord|hemlig nyckel|hemliga nyckel|api-nyckel|api-nycklar|privat nyckel|privata nyckel|inloggningsuppgifter|åtkomsttoken|kortnummer|bankuppgifter|miljövariabler|konfidentiella|hemligheter|ssh-nyckel",
    prompt:
      "din prompt|din systemprompt|systemprompt|dina instruktioner|dolda instruktioner|interna instruktioner|ursprungliga instruktioner|systemmeddelande|din hemliga nyckel",
    maker:
      "jag är din utvecklare|jag är utvecklaren|jag är en utvecklare|jag är din skapare|jag är din administratör|jag är administratör|jag är en administratör|som din skapare|som din utvecklare|utvecklad av openai|utvecklad av anthropic|ai utvecklad",
    mode: "läge|läget|systemläge|underhållsläge|utvecklarläge|administratörsläge|felsökningsläge",
    enter:
      "jag går nu|jag går in i|jag aktiverar|jag startar|du är nu i|du befinner dig nu|aktivera|gå in i|växla till",
    obey: "följ endast|följ bara|lyd endast|lyd bara|du lyder|lyssna bara på|lyd mig|lyda mig|lyd mina|lyda mina|följ mina|följa mina|lyssna på mina|gör som jag|gör exakt|gör vad jag|bara mina",
    now: "från och med nu|hädanefter|från och med detta|från nu|framöver|från denna stund|från detta ögonblick",
    be: "är du|du är|agera som|agerar du|bete dig|låtsas|spela rollen|svarar du|svara bara|utan begränsningar|utan filter|utan regler|måste du|ska du|gäller inga",
    task: "din nya uppgift|ditt nya mål|ditt nya uppdrag|nya instruktioner|ny instruktion|din riktiga uppgift|din verkliga uppgift|istället|i stället",
    conceal:
      "säg inget|säg ingenting|säg inte|berätta inte|nämn inte|informera inte|avslöja inte|meddela inte|varna inte|utan att|dölj|göm|bakom ryggen",
    user: "användare|kunden",
    ai: "assistent|språkmodell|artificiell intelligens|ai-agent|ai-assistent|ai-modell|den ai som|chatbot|chattbot|om du är en ai",
    send: "skicka|sänd|vidarebefordra|ladda upp|maila|mejla|publicera|bifoga|kopiera",
    about:
      "attack|injektion|injection|angripare|sårbarhet|till exempel|exempel|skadlig|jailbreak|upptäcker|filter|nätfiske",
    denial: {
      before: "(?:inte|aldrig|utan att|kan|om)\\s+(?:\\p{L}+\\s+)?$",
      after: "^\\p{L}*\\s+(?:detta|det här)\\s+(?:mejl|meddelande|mail)|^\\p{L}*\\s+(?:inte|aldrig)(?!\\p{L})",
    },
  },
  {
    language: "Danish and Norwegian",
    drop: "ignorer|ignorér|ignorere|glem|glemme|se bort fra|se bort i fra|følg ikke|ikke følg|adlyd ikke|ikke adlyd|tilsidesæt|tilsidesett|overse|slutt å følge|hold op med at følge|omgå|drop|forkast|forkaste",
    rules:
      "instruks|instruktion|instruksjon|anvisning|ordre|regel|regler|direktiv|retningslinje|systemprompt|prompt|kommando|begrænsning|begrensning|systemmelding|systembesked",
    prior:
      "du fik|du har fået|du fikk|du har fått|tidligere|forrige|foregående|ovenstående|ovenfor|ovenstaende|alle|dine|samtlige|oprindelige|opprinnelige|eksisterende|hidtil|hittil",
    every: "alt ovenfor|alt som|alt hvad|alt tidligere|alt du|det ovenstående|alt det",
    text: "siden|artiklen|artikkelen|teksten|dokumentet|funktionen|funksjonen|koden|indholdet|innholdet|spørgsmålet|spørsmålet|opgaven|oppgaven",
    say: "sig|si at|svar|skriv|påstå|udskriv|i stedet|i stedet for",
    give: "giv mig|gi meg|fortæl mig|fortell meg|vis mig|vis meg|vis|afslør|avslør|send mig|send meg|udlever|oppgi|del|gentag|gjenta|udskriv|skriv ut|hvad er|hva er|røb|bekræft|bekreft|bekrefte|bekræfte",
    secret:
      "adgangskode|kodeord|passord|hemmelige nøgle|hemmelig nøgle|hemmelige nøkkel|hemmelig nøkkel|api-nøgle|api-nøkkel|private nøgle|private nøkkel|loginoplysninger|påloggingsinformasjon|adgangstoken|tilgangstoken|kortnummer|bankoplysninger|bankopplysninger|miljøvariabler|fortrolige|hemmeligheder|hemmeligheter",
    prompt:
      "din prompt|din systemprompt|systemprompt|dine instruktioner|dine instruksjoner|dine instrukser|skjulte instruktioner|skjulte instruksjoner|interne instruktioner|interne instruksjoner|systembesked|systemmelding",
    maker:
      "jeg er din udvikler|jeg er din utvikler|jeg er udvikleren|jeg er utvikleren|jeg er en udvikler|jeg er en utvikler|jeg er din skaber|jeg er din skaper|jeg er din administrator|jeg er administrator|som din skaber|som din skaper|som din udvikler|som din utvikler|udviklet af openai|utviklet av openai|udviklet af anthropic|utviklet av anthropic",
    mode: "tilstand|tilstanden|modus|systemtilstand|vedligeholdelsestilstand|vedlikeholdsmodus|udviklertilstand|utviklermodus|systemmodus",
    enter:
      "jeg går nu|jeg går nå|jeg går ind i|jeg går inn i|jeg aktiverer|jeg starter|du er nu i|du er nå i|aktiver|gå i|skift til|bytt til",
    obey: "følg kun|følg bare|adlyd kun|adlyd bare|du adlyder|du lystrer|adlyd mig|adlyd meg|adlyde mig|adlyde meg|adlyd mine|adlyde mine|følg mine|følge mine|lyt til mine|lytte til mine|hør på mine|gør som jeg|gjør som jeg|gør præcis|gjør nøyaktig|kun mine",
    now: "fra nu af|fra nå av|fremover|herefter|fra dette øjeblik|fra dette øyeblikk|fra og med nu|fra og med nå",
    be: "er du|du er|optræd som|opptre som|opfør dig|oppfør deg|lad som|lat som|spil rollen|spill rollen|svarer du|svar kun|uden begrænsninger|uten begrensninger|uden filtre|uten filter|skal du|må du|gælder ingen|gjelder ingen",
    task: "din nye opgave|din nye oppgave|dit nye mål|ditt nye mål|nye instruktioner|nye instruksjoner|nye instrukser|din rigtige opgave|din egentlige oppgave|i stedet",
    conceal:
      "sig ikke|si ikke|sig intet|si ingenting|fortæl ikke|fortell ikke|ikke fortell|ikke si|nævn ikke|nevn ikke|ikke nevn|informer ikke|ikke informer|afslør ikke|avslør ikke|uden at|uten å|uten at|skjul|bag ryggen|bak ryggen",
    user: "bruger|brugeren|bruker|brukeren|kunden",
    ai: "assistent|sprogmodel|språkmodell|kunstig intelligens|ai-agent|ai-assistent|ki-assistent|ki-agent|ai-model|chatbot|chatrobot|hvis du er en ai|hvis du er en ki",
    send: "send|videresend|upload|last opp|mail|publicer|publiser|vedhæft|legg ved|kopier",
    about:
      "angreb|angrep|injektion|injection|angriber|angriper|sårbarhed|sårbarhet|for eksempel|eksempel|ondsindet|ondsinnet|skadelig|jailbreak|filter|phishing",
    denial: {
      before: "(?:ikke|aldrig|aldri|uden at|uten å|kan|hvis)\\s+(?:\\p{L}+\\s+)?$",
      after:
        "^\\p{L}*\\s+(?:denne|dette|denne her)\\s+(?:e-?mail|mail|besked|meldingen|e-?posten|brev)|^\\p{L}*\\s+(?:ikke|aldrig|aldri)(?!\\p{L})",
    },
  },
];
